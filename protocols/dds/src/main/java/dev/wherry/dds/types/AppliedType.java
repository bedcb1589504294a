package dev.wherry.dds.types;

import dev.wherry.reflect.GenericTypes;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A generic class with its arguments. Equal to another one with the same class and arguments. */
record AppliedType(Class<?> raw, List<Type> arguments) implements ParameterizedType {
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
        return raw.getDeclaringClass();
    }

    @Override
    public String getTypeName() {
        return raw.getTypeName()
                + arguments.stream().map(Type::getTypeName).collect(Collectors.joining(", ", "<", ">"));
    }

    @Override
    public String toString() {
        return getTypeName();
    }

    /** A generic array. */
    record ArrayOf(Type component) implements GenericArrayType {
        @Override
        public Type getGenericComponentType() {
            return component;
        }

        @Override
        public String toString() {
            return component.getTypeName() + "[]";
        }
    }

    /** Returns the class that the virtual machine sees instead of a type. */
    static Class<?> erase(Type type) {
        return switch (type) {
            case RefinedType refined -> erase(refined.type());
            case GenericArrayType array ->
                erase(array.getGenericComponentType()).arrayType();
            default -> GenericTypes.erase(type);
        };
    }

    /** Returns the type of an array's elements; null if the type is not an array. */
    static @Nullable Type component(Type type) {
        return switch (type) {
            case GenericArrayType array -> array.getGenericComponentType();
            case Class<?> plain -> plain.getComponentType();
            default -> null;
        };
    }

    /** Returns a type in a form that is equal for equal types, with the bounds instead of wildcards and variables. */
    static Type normal(Type type) {
        return switch (type) {
            case ParameterizedType applied ->
                new AppliedType(
                        (Class<?>) applied.getRawType(),
                        Stream.of(applied.getActualTypeArguments())
                                .map(AppliedType::normal)
                                .toList());
            case WildcardType wildcard -> normal(wildcard.getUpperBounds()[0]);
            case TypeVariable<?> variable -> GenericTypes.erase(variable);
            case GenericArrayType array -> {
                Type component = normal(array.getGenericComponentType());
                yield component instanceof Class<?> plain ? plain.arrayType() : new ArrayOf(component);
            }
            default -> type;
        };
    }

    /** Returns a subclass of a declared type with the arguments that the declared type gives for its variables. */
    static Type asPartOf(Class<?> subclass, Type declared, Class<?> raw) {
        TypeVariable<?>[] variables = subclass.getTypeParameters();
        if (variables.length == 0) {
            return subclass;
        }
        Type[] given = declared instanceof ParameterizedType applied
                ? applied.getActualTypeArguments()
                : raw.getTypeParameters();
        Type[] passed = GenericTypes.arguments(subclass, raw);
        List<Type> arguments = new ArrayList<>();
        for (TypeVariable<?> variable : variables) {
            Type argument = variable;
            for (int i = 0; passed != null && i < passed.length; i++) {
                if (passed[i].equals(variable)) {
                    argument = given[i];
                }
            }
            arguments.add(normal(argument));
        }
        return new AppliedType(subclass, List.copyOf(arguments));
    }
}
