package dev.wherry.codec.compact;

import dev.wherry.spi.GenericTypes;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Tells whether an object of a class could come to hold itself, by what its fields are declared to hold. */
final class Reach {
    private final Class<?> from;
    private final Forms forms;
    private final Set<Type> met = new HashSet<>();

    private Reach(Class<?> from, Forms forms) {
        this.from = from;
        this.forms = forms;
    }

    static boolean itself(Class<?> type, Forms forms) {
        return new Reach(type, forms).fields(type);
    }

    private boolean fields(Type type) {
        GenericTypes seen = GenericTypes.of(type);
        for (Class<?> each = GenericTypes.erase(type);
                each != null && each != Object.class;
                each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0
                        && declared(seen.resolve(field.getGenericType()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean declared(Type type) {
        Class<?> raw = GenericTypes.erase(type);
        if (raw.isPrimitive() || forms.types.isReference(raw) || !met.add(type)) {
            return false;
        }
        if (raw.isArray()) {
            return declared(
                    type instanceof GenericArrayType array ? array.getGenericComponentType() : raw.getComponentType());
        }
        int parts = BuiltIns.parts(raw);
        if (parts >= 0) {
            return contents(type, raw, parts);
        }
        if (raw.isAssignableFrom(from) || from.isAssignableFrom(raw)) {
            return true;
        }
        if (raw.isSealed()) {
            for (Class<?> permitted : raw.getPermittedSubclasses()) {
                if (declared(permitted)) {
                    return true;
                }
            }
            return !Modifier.isAbstract(raw.getModifiers()) && fields(type);
        }
        if (raw.isEnum()) {
            return false;
        }
        // Whatever implements it may lead back here. A subclass of a class that is not abstract keeps its own identity
        // if it leads back to itself, and so breaks the cycle.
        return raw == Object.class || Modifier.isAbstract(raw.getModifiers()) || fields(type);
    }

    private boolean contents(Type type, Class<?> raw, int parts) {
        Type[] arguments = switch (parts) {
            case 0 -> new Type[0];
            case 1 ->
                raw == java.util.Optional.class || !Iterable.class.isAssignableFrom(raw)
                        ? type instanceof ParameterizedType p ? p.getActualTypeArguments() : null
                        : GenericTypes.arguments(type, Iterable.class);
            default ->
                Map.class.isAssignableFrom(raw)
                        ? GenericTypes.arguments(type, Map.class)
                        : type instanceof ParameterizedType p ? p.getActualTypeArguments() : null;
        };
        if (arguments == null) {
            return true;
        }
        for (Type argument : arguments) {
            if (declared(argument)) {
                return true;
            }
        }
        return false;
    }
}
