package dev.wherry.codec.compact;

import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One member as it is coded: a component of a record, or a field of a class. A component has an accessor, and a field
 * if its package is open.
 *
 * @param slot the slot of its values, which only the declared class determines
 */
record Member(
        String name,
        Class<?> type,
        FieldKind kind,
        Slot slot,
        @Nullable Method accessor,
        @Nullable Field field,
        @Nullable VarHandle handle) {
    /** @param open whether the record's fields can be read: an accessor may return something else */
    static Member of(RecordComponent component, Slot slot, boolean open) {
        Class<?> type = component.getType();
        Field field = open ? MemberAccess.field(component) : null;
        VarHandle handle = field == null ? null : MemberAccess.handle(field);
        return new Member(component.getName(), type, lies(type, slot), slot, component.getAccessor(), field, handle);
    }

    static Member of(Field field, String name, Slot slot) {
        Class<?> type = field.getType();
        return new Member(name, type, lies(type, slot), slot, null, field, MemberAccess.handle(field));
    }

    /** Returns a field that a class of the JDK gives to serialization. It is not read or set as a field. */
    static Member ofJdk(Class<?> owner, ObjectStreamField field, Slot slot) {
        Class<?> type = field.getType();
        return new Member(owner.getName() + "." + field.getName(), type, FieldKind.of(type), slot, null, null, null);
    }

    /** Returns how a member is written. Where identity is preserved, text is a value that has an identity. */
    private static FieldKind lies(Class<?> declared, Slot slot) {
        FieldKind kind = FieldKind.of(declared);
        return kind == FieldKind.TEXT ? slot.kind : kind;
    }

    /** Returns a handle from the owner to the member's type. */
    MethodHandle getter() {
        if (accessor != null) {
            return MemberAccess.getter(accessor, field);
        }
        Class<?> owner = Objects.requireNonNull(field).getDeclaringClass();
        try {
            return MemberAccess.into(owner).unreflectGetter(field);
        } catch (IllegalAccessException e) {
            throw MemberAccess.refusal(owner);
        }
    }

    /** Returns the class that declares the field. */
    Class<?> declaring() {
        return Objects.requireNonNull(field).getDeclaringClass();
    }

    /** Returns whether only a constructor or the JDK may set it. */
    boolean isFinal() {
        return accessor == null && field != null && Modifier.isFinal(field.getModifiers());
    }

    /** Returns a handle that sets a field that is not final. */
    MethodHandle setter() {
        return MemberAccess.setter(Objects.requireNonNull(field));
    }

    @Nullable
    Object get(Object owner) throws Throwable {
        return handle == null ? getter().invoke(owner) : kind.get(handle, owner);
    }

    /** Sets a field that is not final. */
    void set(Object owner, @Nullable Object value) {
        try {
            kind.set(Objects.requireNonNull(handle), owner, value);
        } catch (RuntimeException e) {
            throw ErrorPath.thrown(e, "Setting " + name);
        }
    }
}
