package dev.wherry.cli.types;

import static java.util.stream.Collectors.joining;

import dev.wherry.statistics.InterfaceDescription;
import dev.wherry.statistics.InterfaceDescription.Method;
import dev.wherry.statistics.InterfaceDescription.Part;
import java.lang.classfile.Signature;
import java.lang.classfile.Signature.ArrayTypeSig;
import java.lang.classfile.Signature.BaseTypeSig;
import java.lang.classfile.Signature.ClassTypeSig;
import java.lang.classfile.Signature.TypeArg;
import java.lang.classfile.Signature.TypeVarSig;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Described types as Java source writes them. */
public final class JavaText {
    private JavaText() {}

    /** A generic signature with the classes' simple names: {@code Map<String, int[]>}. */
    public static String shortType(String signature) {
        return type(Signatures.parse(signature), Names::simple);
    }

    /** A generic signature with the classes' full names. */
    public static String fullType(String signature) {
        return type(Signatures.parse(signature), name -> name);
    }

    /** {@code Receipt transfer(Account from, BigDecimal amount) throws InsufficientFunds}. */
    public static String method(Method method) {
        String thrown = method.exceptions().stream().map(Names::simple).collect(joining(", "));
        List<Part> parts = method.parameters();
        return shortType(method.result()) + " " + method.name()
                + IntStream.range(0, parts.size())
                        .mapToObj(i ->
                                parameterType(method, i) + " " + parts.get(i).name())
                        .collect(joining(", ", "(", ")"))
                + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    /** Returns such as {@code transfer(Account,BigDecimal)}, which distinguishes overloads on the command line. */
    public static String overload(Method method) {
        return method.name()
                + IntStream.range(0, method.parameters().size())
                        .mapToObj(i -> parameterType(method, i).replace(" ", ""))
                        .collect(joining(",", "(", ")"));
    }

    private static String parameterType(Method method, int index) {
        String type = shortType(method.parameters().get(index).type());
        boolean last = index == method.parameters().size() - 1;
        return method.varargs() && last && type.endsWith("[]") ? type.substring(0, type.length() - 2) + "..." : type;
    }

    /** {@code record acme.Receipt(long id, BigDecimal amount)}. */
    public static String declaration(InterfaceDescription.Type type) {
        String variables = type.variables().isEmpty() ? "" : "<" + String.join(", ", type.variables()) + ">";
        return switch (type.kind()) {
            case RECORD -> "record " + type.name() + variables + parameters(type.parts());
            case ENUM -> "enum " + type.name() + " { " + String.join(", ", type.constants()) + " }";
            case CLASS ->
                (Described.isThrowable(type) ? "exception " : "class ")
                        + type.name()
                        + variables
                        + fields(type.parts().stream()
                                .filter(part -> !Described.isThrowable(type) || !Described.isOfThrowable(part))
                                .toList());
            case SEALED ->
                "sealed " + type.name() + variables
                        + type.permits().stream().map(Names::simple).collect(joining(" | ", " = ", ""));
            case OPEN -> "open " + type.name() + variables;
            case REFERENCE -> "reference " + type.name() + variables;
        };
    }

    private static String parameters(List<Part> parts) {
        return parts.stream().map(JavaText::part).collect(joining(", ", "(", ")"));
    }

    private static String fields(List<Part> parts) {
        return parts.isEmpty() ? "" : parts.stream().map(JavaText::part).collect(joining("; ", " { ", " }"));
    }

    private static String part(Part part) {
        return shortType(part.type()) + " " + part.name();
    }

    private static String type(Signature signature, UnaryOperator<String> naming) {
        return switch (signature) {
            case BaseTypeSig base -> Signatures.erased(base).displayName();
            case TypeVarSig variable -> variable.identifier();
            case ArrayTypeSig array -> type(array.componentSignature(), naming) + "[]";
            case ClassTypeSig type ->
                naming.apply(Signatures.className(type))
                        + (type.typeArgs().isEmpty()
                                ? ""
                                : type.typeArgs().stream()
                                        .map(argument -> argument(argument, naming))
                                        .collect(joining(", ", "<", ">")));
        };
    }

    private static String argument(TypeArg argument, UnaryOperator<String> naming) {
        return switch (argument) {
            case TypeArg.Unbounded _ -> "?";
            case TypeArg.Bounded bounded ->
                switch (bounded.wildcardIndicator()) {
                    case NONE -> type(bounded.boundType(), naming);
                    case EXTENDS -> "? extends " + type(bounded.boundType(), naming);
                    case SUPER -> "? super " + type(bounded.boundType(), naming);
                };
        };
    }
}
