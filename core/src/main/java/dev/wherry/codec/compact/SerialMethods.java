package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.io.Externalizable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What JDK serialization may call of a class, found by the JDK's own rules; no package needs to be open for it. By
 * reflection: javac warns of the factory's class, though jdk.unsupported exports it for just this use.
 */
public final class SerialMethods {
    private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
    private static final Object FACTORY = factory();

    private SerialMethods() {}

    private static Object factory() {
        try {
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            return factory.getMethod("getReflectionFactory").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JDK lacks the module jdk.unsupported", e);
        }
    }

    private static @Nullable Object find(String what, Class<?> type) {
        try {
            return FACTORY.getClass().getMethod(what, Class.class).invoke(FACTORY, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The JDK does not tell how a " + type + " is serialized", e);
        }
    }

    /** Null if a class has none that counts for it. */
    public static @Nullable MethodHandle writeReplace(Class<?> type) {
        return (MethodHandle) find("writeReplaceForSerialization", type);
    }

    /** Null if a class has none that counts for it. */
    public static @Nullable MethodHandle readResolve(Class<?> type) {
        return (MethodHandle) find("readResolveForSerialization", type);
    }

    /** The public constructor that readExternal needs, which makes an {@code Externalizable}. */
    public static MethodHandle externalizable(Class<?> type) {
        Constructor<?> constructor = (Constructor<?>) find("newConstructorForExternalization", type);
        if (constructor == null) {
            throw CodecException.refused(
                    type.getName(), "It is Externalizable and needs a public constructor without parameters.");
        }
        try {
            return OWN.unreflectConstructor(constructor).asType(MethodType.methodType(Externalizable.class));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("The JDK gives no access to " + constructor, e);
        }
    }

    /**
     * A handle that makes a {@code type} by running the constructor of a superclass only, of that one's parameters. It
     * goes by way of newInstance: a handle made of such a constructor makes an object of the superclass.
     */
    static MethodHandle allocator(Class<?> type, Constructor<?> ofSuperclass) {
        try {
            Constructor<?> made = (Constructor<?>) FACTORY.getClass()
                    .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                    .invoke(FACTORY, type, ofSuperclass);
            return OWN.findVirtual(
                            Constructor.class, "newInstance", MethodType.methodType(Object.class, Object[].class))
                    .bindTo(Objects.requireNonNull(made))
                    .asFixedArity()
                    .asCollector(Object[].class, made.getParameterCount());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A " + type + " cannot be allocated", e);
        }
    }
}
