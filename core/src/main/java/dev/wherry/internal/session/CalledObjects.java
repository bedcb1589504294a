package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.extension.Extension;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.objects.Bindings;
import dev.wherry.internal.objects.Descriptors;
import dev.wherry.internal.wire.ExportTable;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.text.OneLine;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds what the calls of one session's peer name: the object, its method, and the threads that run the call. Even
 * ids are those of bound objects and of the extension, odd ids those of objects that this session has exported. A method is
 * searched for only among those of the object's interfaces. For any thread.
 *
 * @param session of the peer
 */
record CalledObjects(
        Bindings bindings, ExportTable exports, InboundDefinitions definitions, Extension extension, Extended session) {
    /** The session, of which this needs one object only. */
    interface Extended {
        /** Returns the object of the extension. */
        Exported extended();
    }

    private static final int LONGEST_NAME = 1 << 14;

    /** @throws CallException NOT_FOUND if there is no such object */
    Exported object(long id) {
        if (id == SessionExtension.OBJECT) {
            return session.extended();
        }
        Exported found = (id & 1) == 0 ? bindings.find(id) : exports.find(id);
        if (found == null) {
            throw (id & 1) == 0
                    ? bindings.gone(id)
                    : new CallException(Code.NOT_FOUND, "Object " + id + " is not here: it was released");
        }
        if (found.isGone() && (id & 1) != 0) {
            throw new CallException(Code.NOT_FOUND, "Object " + id + " is no longer exported");
        }
        return found;
    }

    /** Returns the name of an object in messages. */
    String nameOf(long id) {
        return bindings.nameOf(id);
    }

    /** Returns the threads for a call of this object that is received by main; null: those of ordinary calls. */
    @Nullable
    Executor threads(long id) {
        if (id == SessionExtension.OBJECT) {
            return extension.threads();
        }
        if ((id & 1) == 0 || extension.isUnused()) {
            return null;
        }
        Exported called = exports.find(id);
        return called == null ? null : extension.threads(called.target());
    }

    /** Returns which generation of threads may run calls of the extension now; see {@link SessionExtension#generation}. */
    int generation() {
        return extension.generation();
    }

    /** Returns the method that a definition has named before; null if none was called by it yet. */
    @Nullable
    RemoteMethod known(int definition) {
        return definitions.meaning(definition, RemoteMethod.class) instanceof RemoteMethod known ? known : null;
    }

    /** Returns the method of a call; null if it has none, so that serving it fails. */
    @Nullable
    RemoteMethod find(long object, int number) {
        try {
            return method(object(object), number);
        } catch (CallException e) {
            return null;
        }
    }

    /** Returns the method that a definition names among those of the object's interfaces. */
    RemoteMethod method(Exported object, int number) {
        Definition definition = definitions.get(number);
        if (definition.meaning(RemoteMethod.class) instanceof RemoteMethod known
                && object.interfaces().contains(known.owner())) {
            return known;
        }
        if (definition.kind() != Definition.Kind.METHOD) {
            throw new CallException(Code.INVALID_CALL, "A definition of a " + definition.kind() + " names no method");
        }
        In content = new In(definition.content());
        String type = content.readName(LONGEST_NAME);
        String key = content.readName(LONGEST_NAME);
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
            throw noMethod(served, type, key);
        }
        definition.meaning(RemoteMethod.class, found);
        return found;
    }

    /** Returns the failure of a call of an unknown method. A stub runs the body of a default method instead. */
    private static CallException noMethod(RemoteInterface served, String type, String key) {
        return new CallException(
                Code.NOT_FOUND,
                type + " has no method " + OneLine.of(Descriptors.shown(key)) + " here; it has "
                        + served.methods().stream()
                                .map(method -> Descriptors.shown(method.key()))
                                .collect(Collectors.joining(", "))
                        + ". Bring both sides to the same version of the interface",
                null,
                NoSuchMethodException.class.getName(),
                null);
    }
}
