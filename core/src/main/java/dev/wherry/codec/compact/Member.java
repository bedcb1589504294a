package dev.wherry.codec.compact;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record, which has an accessor, or a field of a class, as it is coded.
 *
 * @param place what may stand there; how it lies goes by the declared class alone
 */
record Member(
        String name,
        Class<?> type,
        Place place,
        @Nullable Method accessor,
        @Nullable Field field,
        @Nullable VarHandle handle) {
    static Member of(Method accessor, Place place) {
        return new Member(accessor.getName(), accessor.getReturnType(), place, accessor, null, null);
    }

    static Member of(Field field, String name, Place place) {
        return new Member(name, field.getType(), place, null, field, MemberAccess.handle(field));
    }

    Kind kind() {
        return Kind.of(type);
    }

    /** From the owner to the member's own type. */
    MethodHandle getter() {
        return field != null ? MemberAccess.getter(field) : MemberAccess.getter(Objects.requireNonNull(accessor));
    }

    MethodHandle setter() {
        return MemberAccess.setter(Objects.requireNonNull(field));
    }

    /** Of a field. */
    @Nullable
    Object get(Object owner) {
        return kind().get(Objects.requireNonNull(handle), owner);
    }

    /** Sets a field, a final one too. */
    void set(Object owner, @Nullable Object value) {
        try {
            if (Modifier.isFinal(Objects.requireNonNull(field).getModifiers())) {
                field.set(owner, value);
            } else {
                kind().set(Objects.requireNonNull(handle), owner, value);
            }
        } catch (IllegalAccessException | RuntimeException e) {
            throw Trail.thrown(e, "Setting " + name);
        }
    }
}
