package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects of program classes. The constructor without parameters runs if the class has one. Otherwise that of the
 * nearest superclass runs which is not Serializable and has one, as in JDK serialization. The latter also happens if a
 * readResolve method replaces the object at once.
 */
public final class Instantiator {
    private static final ClassValue<MethodHandle> MAKERS = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> type) {
            return maker(type);
        }
    };

    private Instantiator() {}

    /** Makes an object whose fields will be set. */
    public static Object of(Class<?> type) {
        try {
            return (Object) MAKERS.get(type).invokeExact();
        } catch (Throwable e) { // of the constructor
            throw ErrorPath.failure(e, "Making a " + type.getName());
        }
    }

    /** Returns whether a constructor of a superclass runs instead of one of the class. */
    public static boolean runBase(Class<?> type) {
        boolean usual =
                type.isRecord() || type.isArray() || type.isInterface() || ClassNames.isOfJdk(type) || type.isEnum();
        return !usual && MemberAccess.noArguments(type) == null && base(type).getDeclaringClass() != Object.class;
    }

    private static MethodHandle maker(Class<?> type) {
        return maker(type, SerialMethods.ownReadResolve(type) == null ? MemberAccess.noArguments(type) : null);
    }

    /**
     * Returns a handle of type {@code ()Object}.
     *
     * @param own the constructor to run; null: that of the superclass
     */
    static MethodHandle maker(Class<?> type, @Nullable Constructor<?> own) {
        return own == null
                ? SerialMethods.allocator(type, base(type))
                : MemberAccess.constructor(own).asType(MethodType.methodType(Object.class));
    }

    private static Constructor<?> base(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        while (Serializable.class.isAssignableFrom(parent) || MemberAccess.noArguments(parent) == null) {
            parent = parent.getSuperclass();
        }
        return Objects.requireNonNull(MemberAccess.noArguments(parent));
    }
}
