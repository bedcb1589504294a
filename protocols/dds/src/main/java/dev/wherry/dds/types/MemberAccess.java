package dev.wherry.dds.types;

import dev.wherry.dds.types.JavaType.Maker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Method handles that read the members of objects and make objects of their members. */
final class MemberAccess {
    private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SETTER = MethodType.methodType(void.class, Object.class, Object.class);
    private static final MethodType MAKER = MethodType.methodType(Object.class, Object[].class);

    private MemberAccess() {}

    /** Returns the fields of a class and its superclasses that have state, those of superclasses first. */
    static List<Field> fields(Class<?> raw) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = raw; each != null && !JavaTypes.isOfJdk(each); each = each.getSuperclass()) {
            fields.addAll(
                    0,
                    Arrays.stream(each.getDeclaredFields())
                            .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0
                                    && !field.isSynthetic())
                            .toList());
        }
        return fields;
    }

    static MethodHandle getter(Class<?> owner, Method accessor) throws UnsupportedTypeException {
        try {
            return lookup(owner).unreflect(accessor).asType(GETTER);
        } catch (IllegalAccessException e) {
            throw unreadable(owner, e);
        }
    }

    static MethodHandle getter(Field field) throws UnsupportedTypeException {
        try {
            return lookup(field.getDeclaringClass()).unreflectGetter(field).asType(GETTER);
        } catch (IllegalAccessException e) {
            throw unreadable(field.getDeclaringClass(), e);
        }
    }

    static MethodHandle setter(Field field) throws UnsupportedTypeException {
        try {
            return lookup(field.getDeclaringClass()).unreflectSetter(field).asType(SETTER);
        } catch (IllegalAccessException e) {
            throw unreadable(field.getDeclaringClass(), e);
        }
    }

    /** Returns what calls a constructor with all values. */
    static Maker maker(Constructor<?> constructor) throws UnsupportedTypeException {
        MethodHandle maker = spread(constructor);
        return values -> (Object) maker.invokeExact(values);
    }

    /**
     * Returns what calls a constructor with some of the values, and sets fields to others.
     *
     * @param arguments for each parameter, the place of its value; -1: null
     * @param setters for each value, what sets it; null: the constructor takes it
     * @param primitive for each value, whether it cannot be null
     */
    static Maker maker(
            Constructor<?> constructor, int[] arguments, @Nullable MethodHandle[] setters, boolean[] primitive)
            throws UnsupportedTypeException {
        MethodHandle maker = spread(constructor);
        return values -> {
            @Nullable Object[] ordered = new Object[arguments.length];
            for (int i = 0; i < ordered.length; i++) {
                ordered[i] = arguments[i] < 0 ? null : values[arguments[i]];
            }
            Object made = (Object) maker.invokeExact(ordered);
            for (int i = 0; i < setters.length; i++) {
                MethodHandle setter = setters[i];
                Object value = values[i];
                if (setter != null && (value != null || !primitive[i])) {
                    setter.invokeExact(made, value);
                }
            }
            return made;
        };
    }

    private static MethodHandle spread(Constructor<?> constructor) throws UnsupportedTypeException {
        try {
            MethodHandle handle = lookup(constructor.getDeclaringClass()).unreflectConstructor(constructor);
            return handle.asFixedArity()
                    .asSpreader(Object[].class, handle.type().parameterCount())
                    .asType(MAKER);
        } catch (IllegalAccessException e) {
            throw unreadable(constructor.getDeclaringClass(), e);
        }
    }

    private static UnsupportedTypeException unreadable(Class<?> type, IllegalAccessException failure) {
        return new UnsupportedTypeException(type.getName() + " cannot be read: " + failure.getMessage());
    }

    private static MethodHandles.Lookup lookup(Class<?> type) throws UnsupportedTypeException {
        try {
            return MethodHandles.privateLookupIn(type, OWN);
        } catch (IllegalAccessException e) {
            if (Modifier.isPublic(type.getModifiers()) && (type.isRecord() || JavaTypes.isOfJdk(type))) {
                return MethodHandles.publicLookup();
            }
            throw new UnsupportedTypeException(type.getName()
                    + ": its module does not open its package. Add to the module-info.java of "
                    + type.getModule().getName() + ":\n    opens " + type.getPackageName()
                    + " to dev.wherry, dev.wherry.dds;");
        }
    }
}
