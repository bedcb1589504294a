package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.spi.CodecException;
import java.io.Externalizable;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the methods and constructors that JDK serialization may call, by the JDK's own rules. No package needs to be
 * open. The factory is called by reflection, because javac warns of its class, though jdk.unsupported exports it for
 * this use.
 */
public final class SerialMethods {
    /** Loaded at first use: most classes declare none of these methods, and loading takes milliseconds. */
    private static final class Factory {
        static final Object JDK = jdk();

        private static Object jdk() {
            try {
                Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
                return factory.getMethod("getReflectionFactory").invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("This JDK lacks the module jdk.unsupported", e);
            }
        }
    }

    private SerialMethods() {}

    private static @Nullable Object find(String what, Class<?> type) {
        try {
            return Factory.JDK.getClass().getMethod(what, Class.class).invoke(Factory.JDK, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("How a " + type + " is serialized cannot be found", e);
        }
    }

    /** Returns a handle that the JDK gives to serialization libraries; null if a class has none. */
    static @Nullable MethodHandle handle(String what, Class<?> type) {
        return (MethodHandle) find(what, type);
    }

    /** Returns the writeReplace method that serialization would call; null if there is none. */
    public static @Nullable MethodHandle writeReplace(Class<?> type) {
        return declared(type, "writeReplace") == null ? null : handle("writeReplaceForSerialization", type);
    }

    /** Returns the readResolve method that serialization would call; null if there is none. */
    public static @Nullable MethodHandle readResolve(Class<?> type) {
        return declared(type, "readResolve") == null ? null : handle("readResolveForSerialization", type);
    }

    /**
     * Returns the readResolve method of a class that is not Serializable, found by the same rules, of type {@code
     * (Object)Object}; null if there is none.
     */
    public static @Nullable MethodHandle ownReadResolve(Class<?> type) {
        if (Serializable.class.isAssignableFrom(type)) {
            return null; // JDK serialization calls it
        }
        Method found = declared(type, "readResolve");
        return found != null && !ClassNames.isOfJdk(found.getDeclaringClass()) && counts(found, type)
                ? handle(found)
                : null;
    }

    /** Returns the method without parameters that the class or its nearest superclass declares; null if none does. */
    private static @Nullable Method declared(Class<?> type, String name) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0) {
                    return method;
                }
            }
        }
        return null;
    }

    /** @param readResolve of type {@code (Object)Object}; null if there is none */
    static Object resolved(Object made, @Nullable MethodHandle readResolve) throws Throwable {
        Object resolved = readResolve == null ? made : (Object) readResolve.invokeExact(made);
        if (resolved == null) {
            throw CodecException.malformed(
                    "null instead of a " + made.getClass().getName());
        }
        return resolved;
    }

    private static MethodHandle handle(Method method) {
        Class<?> declaring = method.getDeclaringClass();
        try {
            return MemberAccess.into(declaring).unreflect(method).asType(MethodType.genericMethodType(1));
        } catch (IllegalAccessException e) {
            throw MemberAccess.refusal(declaring);
        }
    }

    private static boolean counts(Method method, Class<?> type) {
        Class<?> declaring = method.getDeclaringClass();
        int modifiers = method.getModifiers();
        boolean reached = Modifier.isPublic(modifiers)
                || Modifier.isProtected(modifiers)
                || (Modifier.isPrivate(modifiers)
                        ? declaring == type
                        : Objects.equals(declaring.getClassLoader(), type.getClassLoader())
                                && declaring.getPackageName().equals(type.getPackageName()));
        return reached && method.getReturnType() == Object.class && !Modifier.isStatic(modifiers);
    }

    /** Refuses an {@code Externalizable} class that lacks the public constructor that readExternal needs. */
    static void requireExternalizable(Class<?> type) {
        try {
            var _ = type.getConstructor();
        } catch (NoSuchMethodException e) {
            throw CodecException.refused(
                    type.getName(), "It is Externalizable and needs a public constructor without parameters.");
        }
    }

    /** Returns the public constructor of an {@code Externalizable} class, which makes an {@code Externalizable}. */
    public static MethodHandle externalizable(Class<?> type) {
        requireExternalizable(type);
        Constructor<?> constructor =
                (Constructor<?>) Objects.requireNonNull(find("newConstructorForExternalization", type));
        try {
            return MemberAccess.OWN
                    .unreflectConstructor(constructor)
                    .asType(MethodType.methodType(Externalizable.class));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("The JDK gives no access to " + constructor, e);
        }
    }

    /**
     * Returns a handle that makes a {@code type} and runs only a constructor of a superclass, with the parameters of
     * that constructor. It calls newInstance: a handle of such a constructor would make an object of the superclass.
     */
    static MethodHandle allocator(Class<?> type, Constructor<?> ofSuperclass) {
        try {
            Constructor<?> made = (Constructor<?>) Factory.JDK
                    .getClass()
                    .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                    .invoke(Factory.JDK, type, ofSuperclass);
            return MemberAccess.byReflection(Objects.requireNonNull(made), MemberAccess.OWN)
                    .asCollector(Object[].class, made.getParameterCount());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A " + type + " cannot be allocated", e);
        }
    }
}
