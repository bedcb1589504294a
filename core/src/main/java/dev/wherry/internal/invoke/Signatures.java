package dev.wherry.internal.invoke;

import dev.wherry.reflect.GenericTypes;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes types as generic signatures in the class file's grammar (JVMS 4.7.9.1). */
final class Signatures {
    private Signatures() {}

    /** With the variables replaced that {@code heir}'s hierarchy binds. */
    static String of(Type type, Class<?> heir) {
        return of(GenericTypes.resolve(type, heir));
    }

    static String of(Type type) {
        return switch (type) {
            case Class<?> plain -> plain.descriptorString();
            case ParameterizedType parameterized -> classType(parameterized) + ";";
            case GenericArrayType array -> "[" + of(array.getGenericComponentType());
            case TypeVariable<?> variable -> "T" + variable.getName() + ";";
            case WildcardType wildcard -> wildcard(wildcard);
            default -> throw new IllegalArgumentException("No type of the Java language: " + type);
        };
    }

    private static String wildcard(WildcardType wildcard) {
        if (wildcard.getLowerBounds().length > 0) {
            return "-" + of(wildcard.getLowerBounds()[0]);
        }
        Type upper = wildcard.getUpperBounds()[0];
        return upper == Object.class ? "*" : "+" + of(upper);
    }

    /** Without the semicolon; an inner class of a generic one is written after its owner. */
    private static String classType(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        String name = type.getOwnerType() instanceof ParameterizedType owner
                ? classType(owner) + "." + raw.getSimpleName()
                : "L" + raw.getName().replace('.', '/');
        return name
                + Stream.of(type.getActualTypeArguments())
                        .map(Signatures::of)
                        .collect(Collectors.joining("", "<", ">"));
    }
}
