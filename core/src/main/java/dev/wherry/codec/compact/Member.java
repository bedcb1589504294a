package dev.wherry.codec.compact;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record or a field of a class, as it is coded.
 *
 * @param place what may stand there; how it lies goes by the declared class alone
 * @param getter from the owner to the member's own type
 * @param setter null for components
 */
record Member(
        String name,
        Class<?> type,
        Place place,
        MethodHandle getter,
        @Nullable MethodHandle setter,
        @Nullable Field field,
        @Nullable Method accessor) {
    private static final MethodType GET = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SET = MethodType.methodType(void.class, Object.class, Object.class);

    Kind kind() {
        return Kind.of(type);
    }

    MethodHandle genericGetter() {
        return getter.asType(GET);
    }

    void set(Object owner, @Nullable Object value) {
        try {
            genericSetter().invokeExact(owner, value);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Setting " + name);
        }
    }

    MethodHandle genericSetter() {
        if (setter == null) {
            throw new IllegalStateException(name + " is set by a constructor");
        }
        return setter.asType(SET);
    }
}
