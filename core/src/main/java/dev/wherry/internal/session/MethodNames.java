package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.objects.Descriptors;
import dev.wherry.internal.wire.Exported;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.text.OneLine;
import java.util.stream.Collectors;

/** Finds the method that a definition names among those of the object's own interfaces; no other name is ever looked up. */
final class MethodNames {
    private static final int LONGEST = 1 << 14;

    private MethodNames() {}

    static RemoteMethod find(Exported object, Definition definition) {
        if (definition.meaning(RemoteMethod.class) instanceof RemoteMethod known
                && object.interfaces().contains(known.owner())) {
            return known;
        }
        if (definition.kind() != Definition.Kind.METHOD) {
            throw new CallException(Code.INVALID_CALL, "A definition of a " + definition.kind() + " names no method");
        }
        In content = new In(definition.content());
        String type = content.readName(LONGEST);
        String key = content.readName(LONGEST);
        RemoteInterface served = object.as(type);
        if (served == null) {
            throw new CallException(
                    Code.INVALID_CALL,
                    "The object is served as "
                            + object.interfaces().stream()
                                    .map(RemoteInterface::toString)
                                    .collect(Collectors.joining(", "))
                            + ", not as " + OneLine.of(type));
        }
        RemoteMethod found = served.method(key);
        if (found == null) {
            throw new CallException(
                    Code.NOT_FOUND,
                    type + " has no method " + OneLine.of(Descriptors.shown(key)) + " here; it has "
                            + served.methods().stream()
                                    .map(method -> Descriptors.shown(method.key()))
                                    .collect(Collectors.joining(", "))
                            + ". Bring both sides to the same version of the interface",
                    null,
                    NoSuchMethodException.class
                            .getName(), // by which a stub knows that it may run a default method's body
                    null);
        }
        definition.meaning(RemoteMethod.class, found);
        return found;
    }
}
