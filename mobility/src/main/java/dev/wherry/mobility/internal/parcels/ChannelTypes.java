package dev.wherry.mobility.internal.parcels;

import dev.wherry.internal.types.ArrayTypes;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.internal.types.TypeKinds;
import dev.wherry.mobility.internal.bundles.ExchangedCode;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What parcels may hold. Out goes whatever is a value: the JDK's, and objects of any class of a user's own, which is noted
 * so that the peer can be told of it. In comes what the peer was let announce, what this side has sent itself, and what is
 * registered.
 */
final class ChannelTypes implements Types {
    private final TypeClosure registered;
    private final ExchangedCode code;

    ChannelTypes(TypeClosure registered, ExchangedCode code) {
        this.registered = registered;
        this.code = code;
    }

    @Override
    public boolean allows(Class<?> type) {
        Class<?> element = ArrayTypes.element(type);
        boolean allowed =
                registered.allows(type) || (code.isUsers(element) && (type.isArray() || TypeKinds.hasObjects(element)));
        if (allowed) {
            code.met(element);
        }
        return allowed;
    }

    @Override
    public boolean allowsLambda(Class<?> capturing, String calls) {
        code.met(capturing, calls);
        return true;
    }

    @Override
    public Class<?> find(String className) {
        Class<?> found = ArrayTypes.find(className, ArrayTypes.USUAL_DIMENSIONS, this::findElement);
        if (found != null) {
            return found;
        }
        try {
            return registered.find(className);
        } catch (CodecException e) {
            if (!code.isMissed(className)) {
                throw e;
            }
            throw CodecException.refused(
                    className,
                    "It is a class that only the other side has, and this side takes no code in. Have it here, too, or"
                            + " give this endpoint's options a policy: mobility(MobilityPolicy...)");
        }
    }

    private @Nullable Class<?> findElement(String className) {
        return registered.names(className) && !code.has(className) ? null : code.find(className);
    }

    @Override
    public CodecException refusal(String className) {
        boolean own = code.isWherrys(className);
        return own
                ? CodecException.refused(
                        className,
                        "It is Wherry's, and belongs to the process that it is in, as threads and connections do: pass"
                                + " what is needed of it as a value, and see dev.wherry.mobility.TaskContext for what"
                                + " tasks find where they run.")
                : registered.refusal(className);
    }

    @Override
    public CodecException refusal(Class<?> type) {
        return code.isWherrys(type.getName()) ? refusal(type.getName()) : registered.refusal(type);
    }

    @Override
    public boolean isReference(Class<?> declared) {
        return registered.isReference(declared);
    }

    /** What a task holds goes with it, but for stubs and for what stands where a by-reference interface is declared. */
    @Override
    public List<Class<?>> references(Class<?> type) {
        return List.of();
    }

    @Override
    public boolean preservesIdentity() {
        return false;
    }

    @Override
    public Class<?> root() {
        return registered.root();
    }
}
