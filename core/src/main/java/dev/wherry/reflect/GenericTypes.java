package dev.wherry.reflect;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The generic types of a class hierarchy as one type in it sees them. */
public final class GenericTypes {
    private final Type heir;
    /** Null until the first variable is resolved. Most types have none. */
    private volatile @Nullable Map<TypeVariable<?>, Type> bound;

    private GenericTypes(Type heir) {
        this.heir = heir;
    }

    /** Returns the bound variables. A race makes the map twice, without harm. */
    private Map<TypeVariable<?>, Type> bound() {
        Map<TypeVariable<?>, Type> known = bound;
        if (known == null) {
            known = new HashMap<>();
            collect(heir, known);
            bound = known;
        }
        return known;
    }

    /** Returns the types as {@code heir} sees them, including the arguments that it gives for its own parameters. */
    public static GenericTypes of(Type heir) {
        return new GenericTypes(heir);
    }

    /** Returns the arguments that a type gives for the parameters of one of its supertypes; null if it gives none. */
    public static Type @Nullable [] arguments(Type type, Class<?> supertype) {
        if (type instanceof ParameterizedType parameterized && parameterized.getRawType() == supertype) {
            return parameterized.getActualTypeArguments();
        }
        GenericTypes seen = new GenericTypes(type);
        Type[] arguments =
                Arrays.copyOf(supertype.getTypeParameters(), supertype.getTypeParameters().length, Type[].class);
        for (int i = 0; i < arguments.length; i++) {
            Type given = seen.bound().get(arguments[i]);
            if (given == null) {
                return null;
            }
            arguments[i] = given;
        }
        return arguments;
    }

    /**
     * Returns the type with the variables replaced that {@code heir}'s hierarchy binds: in {@code interface People extends
     * Store<Person>} the {@code T} of {@code Store<T>} is {@code Person}. Variables that nothing binds stay.
     */
    public static Type resolve(Type type, Class<?> heir) {
        return new GenericTypes(heir).resolve(type);
    }

    /** Returns the class that the virtual machine sees instead of this type. */
    public static Class<?> erase(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return erase(array.getGenericComponentType()).arrayType();
        }
        if (type instanceof TypeVariable<?> variable) {
            return erase(variable.getBounds()[0]);
        }
        if (type instanceof WildcardType wildcard) {
            return erase(wildcard.getUpperBounds()[0]);
        }
        throw new IllegalArgumentException("No type of the Java language: " + type);
    }

    private static void collect(@Nullable Type type, Map<TypeVariable<?>, Type> bound) {
        if (type == null) {
            return;
        }
        if (type instanceof TypeVariable<?> variable) {
            collect(variable.getBounds(), bound);
            return;
        }
        if (type instanceof WildcardType wildcard) {
            collect(wildcard.getUpperBounds(), bound);
            return;
        }
        Class<?> raw = erase(type);
        if (type instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables = raw.getTypeParameters();
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < variables.length; i++) {
                bound.putIfAbsent(variables[i], resolve(arguments[i], bound));
            }
        }
        collect(raw.getGenericSuperclass(), bound);
        collect(raw.getGenericInterfaces(), bound);
    }

    private static void collect(Type[] types, Map<TypeVariable<?>, Type> bound) {
        for (Type each : types) {
            collect(each, bound);
        }
    }

    /** Returns the type with the variables replaced that the heir's hierarchy binds. */
    public Type resolve(Type type) {
        return type instanceof Class ? type : resolve(type, bound());
    }

    private static Type resolve(Type type, Map<TypeVariable<?>, Type> bound) {
        if (type instanceof TypeVariable<?> variable) {
            return bound.getOrDefault(variable, variable);
        }
        if (type instanceof ParameterizedType parameterized) {
            return resolved(parameterized, bound);
        }
        if (type instanceof GenericArrayType array) {
            Type component = resolve(array.getGenericComponentType(), bound);
            return component instanceof Class<?> plain ? plain.arrayType() : new ArrayOf(component);
        }
        return type instanceof WildcardType wildcard
                ? new Wildcard(resolve(wildcard.getUpperBounds(), bound), resolve(wildcard.getLowerBounds(), bound))
                : type;
    }

    private static Type resolved(ParameterizedType type, Map<TypeVariable<?>, Type> bound) {
        List<Type> before = List.of(type.getActualTypeArguments());
        List<Type> after = resolve(type.getActualTypeArguments(), bound);
        return after.equals(before)
                ? type
                : new Parameterized((Class<?>) type.getRawType(), after, type.getOwnerType());
    }

    private static List<Type> resolve(Type[] types, Map<TypeVariable<?>, Type> bound) {
        List<Type> resolved = new ArrayList<>();
        for (Type each : types) {
            resolved.add(resolve(each, bound));
        }
        return resolved;
    }

    private static String names(List<Type> types, String separator) {
        return types.stream().map(Type::getTypeName).collect(Collectors.joining(separator));
    }

    private record Parameterized(
            Class<?> raw, List<Type> arguments, @Nullable Type owner) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return owner;
        }

        @Override
        public String toString() {
            return raw.getTypeName() + "<" + names(arguments, ", ") + ">";
        }
    }

    private record ArrayOf(Type component) implements GenericArrayType {
        @Override
        public Type getGenericComponentType() {
            return component;
        }

        @Override
        public String toString() {
            return component.getTypeName() + "[]";
        }
    }

    private record Wildcard(List<Type> upper, List<Type> lower) implements WildcardType {
        @Override
        public Type[] getUpperBounds() {
            return upper.toArray(Type[]::new);
        }

        @Override
        public Type[] getLowerBounds() {
            return lower.toArray(Type[]::new);
        }

        @Override
        public String toString() {
            return Stream.of(
                            "?",
                            upper.equals(List.of(Object.class)) ? "" : " extends " + names(upper, " & "),
                            lower.isEmpty() ? "" : " super " + names(lower, " & "))
                    .collect(Collectors.joining());
        }
    }

    /** Returns all interfaces of a class, also those that its superclasses implement and that its interfaces extend. */
    public static Set<Class<?>> interfaces(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
            collect(part, all);
        }
        return all;
    }

    private static void collect(Class<?> type, Set<Class<?>> to) {
        for (Class<?> parent : type.getInterfaces()) {
            to.add(parent);
            collect(parent, to);
        }
    }
}
