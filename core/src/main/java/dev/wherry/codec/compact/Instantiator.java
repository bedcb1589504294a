package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
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

    /** See {@link #use}. */
    private static final Map<Class<?>, Function<@Nullable Object[], ? extends Record>> GIVEN =
            new ConcurrentHashMap<>();

    private Instantiator() {}

    /**
     * Makes records from their components by a function, until code is generated for them. A new process would need 12 ms
     * for the first method handle that does so.
     */
    public static <R extends Record> void use(Class<R> record, Function<@Nullable Object[], R> maker) {
        GIVEN.put(record, maker);
    }

    /** Makes an object from its members. */
    static Object made(ClassLayout layout, @Nullable Object[] values) throws Throwable {
        Function<@Nullable Object[], ? extends Record> given = GIVEN.get(layout.type());
        if (given != null) {
            return given.apply(values);
        }
        return values.length > MemberAccess.MOST_ARGUMENTS
                ? (Object) layout.maker().invokeExact(values)
                : layout.maker().invokeWithArguments(values);
    }

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
