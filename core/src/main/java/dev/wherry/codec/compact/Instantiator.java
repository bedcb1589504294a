package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which constructor runs where an object of a user's class is read: its own without parameters; or else, as in JDK
 * serialization, that of the nearest superclass that has one and is not Serializable. The latter also where a readResolve
 * method replaces the object at once.
 */
public final class Instantiator {
    private static final ClassValue<MethodHandle> MAKERS = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> type) {
            return maker(type);
        }
    };

    private Instantiator() {}

    /** Makes an object whose fields are to be set. */
    public static Object of(Class<?> type) {
        try {
            return (Object) MAKERS.get(type).invokeExact();
        } catch (Error e) {
            throw e;
        } catch (Throwable e) { // the constructor's own
            throw ErrorPath.thrown(e, "Making a " + type.getName());
        }
    }

    /** Whether a constructor of a superclass runs in place of one of the class's own. */
    public static boolean runBase(Class<?> type) {
        boolean usual =
                type.isRecord() || type.isArray() || type.isInterface() || ClassNames.isOfJdk(type) || type.isEnum();
        return !usual && MemberAccess.noArguments(type) == null && base(type).getDeclaringClass() != Object.class;
    }

    private static MethodHandle maker(Class<?> type) {
        return maker(type, SerialMethods.ownReadResolve(type) == null ? MemberAccess.noArguments(type) : null);
    }

    /**
     * Of type {@code ()Object}.
     *
     * @param own the constructor to run; null: that of the base
     */
    static MethodHandle maker(Class<?> type, @Nullable Constructor<?> own) {
        if (own == null) {
            return SerialMethods.allocator(type, base(type));
        }
        try {
            return MemberAccess.into(type).unreflectConstructor(own).asType(MethodType.methodType(Object.class));
        } catch (IllegalAccessException e) {
            throw MemberAccess.refusal(type);
        }
    }

    private static Constructor<?> base(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        while (Serializable.class.isAssignableFrom(parent) || MemberAccess.noArguments(parent) == null) {
            parent = parent.getSuperclass();
        }
        return Objects.requireNonNull(MemberAccess.noArguments(parent));
    }
}
