package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import java.io.Serial;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/** What a mapper refused, told of the file: its own words are of its settings and its classes. */
public final class Mismatch {
    private static final String ADVICE = " ?\\((set|but could|although) [^)]*\\)|:? enable `.*` to allow";

    private Mismatch() {}

    /** A component that has to be there and is not. */
    static final class Missing extends MismatchedInputException {
        @Serial
        private static final long serialVersionUID = 1;

        Missing(JsonParser parser, String told, Class<?> in) {
            super(parser, told, in);
        }
    }

    /** The record, its component, and what is wrong there. */
    static String inRecord(JacksonException refused) {
        Optional<String> component = refused.getPath().reversed().stream()
                .filter(at -> at.getPropertyName() != null)
                .findFirst()
                .map(at -> "%s.%s".formatted(name(at.from()), at.getPropertyName()));
        return told(refused, component.orElse(""));
    }

    private static String name(Object from) {
        return (from instanceof Class<?> type ? type : from.getClass()).getSimpleName();
    }

    /** The key, such as {@code tables[0].title}, and what is wrong there; what a record's constructor said stands alone. */
    public static String inFile(JacksonException refused) {
        String key = refused.getPath().stream()
                .map(at -> at.getPropertyName() == null ? "[%d]".formatted(at.getIndex()) : "." + at.getPropertyName())
                .collect(Collectors.joining());
        return said(refused).orElseGet(() -> told(refused, key.replaceFirst("^\\.", "")));
    }

    private static String told(JacksonException refused, String place) {
        if (refused instanceof Missing) {
            return refused.getOriginalMessage().formatted(place);
        }
        String what = said(refused).orElseGet(() -> what(refused));
        return place.isEmpty() ? what : "%s: %s".formatted(place, what);
    }

    /** By a record's constructor; empty where it was not the one to refuse, or did so by accident. */
    private static Optional<String> said(JacksonException refused) {
        Throwable cause = refused.getCause();
        return cause instanceof RuntimeException && !(cause instanceof NullPointerException)
                ? Optional.ofNullable(cause.getMessage())
                : Optional.empty();
    }

    private static String what(JacksonException refused) {
        String message = refused.getOriginalMessage();
        return switch (refused) {
            case ValueInstantiationException _ -> "something in it is missing";
            case UnrecognizedPropertyException unknown ->
                "there is no such field; there are: "
                        + unknown.getKnownPropertyIds().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", "));
            case InvalidTypeIdException type when type.getTypeId() == null -> "it does not say of what kind it is";
            case InvalidTypeIdException type ->
                "there is no kind %s; there are: %s"
                        .formatted(type.getTypeId(), kinds(type.getBaseType().getRawClass()));
            case InvalidFormatException format ->
                "%s is needed, not %s".formatted(needed(format.getTargetType()), shown(format.getValue()));
            case MismatchedInputException _ when message.startsWith("Missing required") -> "it is missing";
            case MismatchedInputException _ when message.startsWith("Trailing token") -> "more comes behind its end";
            case MismatchedInputException other
            when message.startsWith("Cannot ") && other.getTargetType() != null ->
                needed(other.getTargetType()) + " is needed";
            case StreamReadException broken ->
                "line %d, column %d: %s"
                        .formatted(
                                broken.getLocation().getLineNr(),
                                broken.getLocation().getColumnNr(),
                                message.replaceAll(ADVICE, ""));
            default -> message.replaceAll(ADVICE, "");
        };
    }

    private static String shown(@Nullable Object value) {
        return value instanceof CharSequence ? "\"%s\"".formatted(value) : String.valueOf(value);
    }

    private static String needed(Class<?> type) {
        if (type.isEnum()) {
            return "one of: " + constants(type);
        }
        if (type == String.class) {
            return "text";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return "a whole number";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "a number";
        }
        return Collection.class.isAssignableFrom(type)
                ? "a list"
                : type.isRecord() || Map.class.isAssignableFrom(type) ? "a table of fields" : "something else";
    }

    private static String constants(Class<?> type) {
        return Arrays.stream(type.getFields())
                .filter(field -> field.isEnumConstant())
                .map(field -> {
                    JsonProperty named = field.getAnnotation(JsonProperty.class);
                    return named == null ? field.getName() : named.value();
                })
                .collect(Collectors.joining(", "));
    }

    private static String kinds(Class<?> base) {
        JsonSubTypes known = base.getAnnotation(JsonSubTypes.class);
        return known == null
                ? "none"
                : Arrays.stream(known.value()).map(JsonSubTypes.Type::name).collect(Collectors.joining(", "));
    }
}
