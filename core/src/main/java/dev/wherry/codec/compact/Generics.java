package dev.wherry.codec.compact;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Questions about generic types. */
final class Generics {
    private Generics() {}

    static Class<?> erase(Type type) {
        return switch (type) {
            case Class<?> c -> c;
            case ParameterizedType p -> (Class<?>) p.getRawType();
            case TypeVariable<?> v -> erase(v.getBounds()[0]);
            case WildcardType w -> erase(w.getUpperBounds()[0]);
            case GenericArrayType a ->
                Array.newInstance(erase(a.getGenericComponentType()), 0).getClass();
            default -> throw new IllegalArgumentException("A type of an unknown sort: " + type);
        };
    }

    /** What a type gives for the parameters of one of its supertypes; null if it says nothing about them. */
    static Type @Nullable [] arguments(Type type, Class<?> supertype) {
        Class<?> raw = erase(type);
        if (!supertype.isAssignableFrom(raw)) {
            return null;
        }
        return switch (type) {
            case TypeVariable<?> v -> ofBounds(v.getBounds(), supertype);
            case WildcardType w -> ofBounds(w.getUpperBounds(), supertype);
            case ParameterizedType p when raw == supertype -> p.getActualTypeArguments();
            case GenericArrayType _ -> null;
            default -> raw == supertype ? null : ofSupertypes(raw, bindings(type), supertype);
        };
    }

    private static Type @Nullable [] ofBounds(Type[] bounds, Class<?> supertype) {
        for (Type bound : bounds) {
            Type[] found = arguments(bound, supertype);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static Type @Nullable [] ofSupertypes(Class<?> raw, Map<TypeVariable<?>, Type> bound, Class<?> supertype) {
        for (Type each : raw.getGenericInterfaces()) {
            Type[] found = arguments(substitute(each, bound), supertype);
            if (found != null) {
                return found;
            }
        }
        Type above = raw.getGenericSuperclass();
        return above == null ? null : arguments(substitute(above, bound), supertype);
    }

    /** The variables of a parameterized type with what stands for them, those of its superclasses included. */
    static Map<TypeVariable<?>, Type> bindings(Type type) {
        Map<TypeVariable<?>, Type> bound = new HashMap<>();
        for (Type each = type; each != null; ) {
            Class<?> raw = erase(each);
            if (each instanceof ParameterizedType p) {
                TypeVariable<?>[] variables = raw.getTypeParameters();
                Type[] arguments = p.getActualTypeArguments();
                for (int i = 0; i < variables.length; i++) {
                    bound.put(variables[i], arguments[i]);
                }
            }
            Type above = raw.getGenericSuperclass();
            each = above == null ? null : substitute(above, bound);
        }
        return bound;
    }

    static Type substitute(Type type, Map<TypeVariable<?>, Type> bound) {
        if (bound.isEmpty()) {
            return type;
        }
        return switch (type) {
            case TypeVariable<?> v -> bound.getOrDefault(v, v);
            case ParameterizedType p ->
                new Applied(
                        (Class<?>) p.getRawType(),
                        Arrays.stream(p.getActualTypeArguments())
                                .map(each -> substitute(each, bound))
                                .toArray(Type[]::new));
            case WildcardType w -> substitute(w.getUpperBounds()[0], bound);
            case GenericArrayType a -> arrayOf(substitute(a.getGenericComponentType(), bound));
            default -> type;
        };
    }

    private static Type arrayOf(Type component) {
        return component instanceof Class<?> c ? c.arrayType() : new ArrayOf(component);
    }

    private record ArrayOf(Type component) implements GenericArrayType {
        @Override
        public Type getGenericComponentType() {
            return component;
        }
    }

    private static final class Applied implements ParameterizedType {
        private final Class<?> raw;
        private final Type[] arguments;

        Applied(Class<?> raw, Type[] arguments) {
            this.raw = raw;
            this.arguments = arguments;
        }

        @Override
        public Type[] getActualTypeArguments() {
            return arguments.clone();
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return raw.getDeclaringClass();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ParameterizedType p
                    && p.getRawType() == raw
                    && Arrays.equals(arguments, p.getActualTypeArguments());
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(arguments) ^ raw.hashCode();
        }

        @Override
        public String toString() {
            return raw.getName() + Arrays.toString(arguments);
        }
    }
}
