package dev.wherry.internal.invoke;

import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.reflect.GenericTypes;
import dev.wherry.statistics.InterfaceDescription;
import dev.wherry.statistics.InterfaceDescription.Kind;
import dev.wherry.statistics.InterfaceDescription.Part;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes remote interfaces for tools that lack their classes. */
final class Descriptions {
    private Descriptions() {}

    static InterfaceDescription of(Class<?> root, EndpointOptions options, boolean rmi, List<Signature> methods) {
        TypeClosure types = TypeClosure.of(root, options);
        Collection<Class<?>> listed = types.listed();
        return new InterfaceDescription(
                root.getName(),
                rmi,
                methods.stream().map(Descriptions::method).toList(),
                listed.stream().map(one -> type(one, types, listed)).toList());
    }

    private static InterfaceDescription.Method method(Signature signature) {
        Method method = signature.method();
        Class<?> root = signature.root();
        Parameter[] parameters = method.getParameters();
        Type[] types = method.getGenericParameterTypes();
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            parts.add(new Part(parameters[i].getName(), Signatures.of(types[i], root)));
        }
        return new InterfaceDescription.Method(
                method.getName(),
                signature.descriptor(),
                parts,
                Signatures.of(method.getGenericReturnType(), root),
                names(signature.exceptions().stream()),
                signature.style() == Style.ONE_WAY,
                signature.annotation(Idempotent.class) != null,
                method.isVarArgs());
    }

    private static InterfaceDescription.Type type(Class<?> type, TypeClosure types, Collection<Class<?>> listed) {
        Kind kind = kind(type, types);
        Stream<Class<?>> parents =
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()));
        return new InterfaceDescription.Type(
                type.getName(),
                kind,
                Stream.of(type.getTypeParameters()).map(TypeVariable::getName).toList(),
                names(parents.filter(listed::contains)),
                parts(type, kind),
                kind == Kind.ENUM ? constants(type) : List.of(),
                kind == Kind.SEALED ? names(Stream.of(type.getPermittedSubclasses())) : List.of());
    }

    private static Kind kind(Class<?> type, TypeClosure types) {
        if (types.isReference(type)) {
            return Kind.REFERENCE;
        }
        if (type.isRecord()) {
            return Kind.RECORD;
        }
        if (type.isEnum()) {
            return Kind.ENUM;
        }
        if (!Modifier.isAbstract(type.getModifiers())) {
            return Kind.CLASS;
        }
        return type.isSealed() ? Kind.SEALED : Kind.OPEN;
    }

    private static List<Part> parts(Class<?> type, Kind kind) {
        return switch (kind) {
            case RECORD ->
                Stream.of(type.getRecordComponents()).map(Descriptions::part).toList();
            case CLASS -> fields(type, type);
            case ENUM, SEALED, OPEN, REFERENCE -> List.of();
        };
    }

    private static Part part(RecordComponent component) {
        return new Part(component.getName(), Signatures.of(component.getGenericType()));
    }

    private static List<Part> fields(Class<?> part, Class<?> heir) {
        List<Part> parts = new ArrayList<>();
        Class<?> parent = part.getSuperclass();
        if (parent != null && parent != Object.class) {
            parts.addAll(fields(parent, heir));
        }
        for (Field field : part.getDeclaredFields()) {
            if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                parts.add(new Part(field.getName(), Signatures.of(field.getGenericType(), heir)));
            }
        }
        return parts;
    }

    private static List<String> constants(Class<?> type) {
        return Stream.of(type.getFields())
                .filter(Field::isEnumConstant)
                .map(Field::getName)
                .toList();
    }

    private static List<String> names(Stream<Class<?>> types) {
        return types.map(Class::getName).toList();
    }

    /** Writes types as generic signatures in the class file's grammar (JVMS 4.7.9.1). */
    private static final class Signatures {
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
}
