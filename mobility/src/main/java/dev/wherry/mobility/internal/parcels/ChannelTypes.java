package dev.wherry.mobility.internal.parcels;

import dev.wherry.internal.types.ArrayTypes;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.internal.types.TypeKinds;
import dev.wherry.mobility.internal.bundles.ChannelCode;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The types that parcels may contain. Sent are values of the JDK and objects of all classes of users, which are noted so that they
 * are announced. Received are objects of classes that were admitted, that this side has sent itself, or that are registered.
 */
final class ChannelTypes implements Types {
    private final TypeClosure registered;
    private final ChannelCode code;

    ChannelTypes(TypeClosure registered, ChannelCode code) {
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
                    "Only the other side has this class, and this side accepts no code. Add the class to this side, or"
                            + " give this endpoint's options a policy: with(MobilityPolicy...)");
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
                        "It is a class of Wherry: such an object belongs to the process that it is in, as threads and"
                                + " connections do. Pass what the task needs as a value. See dev.wherry.mobility.TaskContext"
                                + " for what tasks find where they run.")
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

    /** Objects in the fields of a task are sent by value, except for stubs and for fields of by-reference interfaces. */
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
