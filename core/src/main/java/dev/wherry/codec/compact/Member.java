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
        Kind kind,
        Place place,
        @Nullable Method accessor,
        @Nullable Field field,
        @Nullable VarHandle handle) {
    static Member of(Method accessor, Place place) {
        Class<?> type = accessor.getReturnType();
        return new Member(accessor.getName(), type, Kind.of(type), place, accessor, null, null);
    }

    static Member of(Field field, String name, Place place) {
        Class<?> type = field.getType();
        return new Member(name, type, Kind.of(type), place, null, field, MemberAccess.handle(field));
    }

    /** From the owner to the member's own type. */
    MethodHandle getter() {
        if (accessor != null) {
            return MemberAccess.getter(accessor);
        }
        Class<?> owner = Objects.requireNonNull(field).getDeclaringClass();
        try {
            return MemberAccess.into(owner).unreflectGetter(field);
        } catch (IllegalAccessException e) {
            throw MemberAccess.refusal(owner);
        }
    }

    MethodHandle setter() {
        return MemberAccess.setter(Objects.requireNonNull(field));
    }

    @Nullable
    Object get(Object owner) throws Throwable {
        return handle == null ? getter().invoke(owner) : kind.get(handle, owner);
    }

    /** Sets a field, a final one too. */
    void set(Object owner, @Nullable Object value) {
        try {
            if (Modifier.isFinal(Objects.requireNonNull(field).getModifiers())) {
                field.set(owner, value);
            } else {
                kind.set(Objects.requireNonNull(handle), owner, value);
            }
        } catch (IllegalAccessException | RuntimeException e) {
            throw Trail.thrown(e, "Setting " + name);
        }
    }
}
