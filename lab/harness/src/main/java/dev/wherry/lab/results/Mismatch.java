package dev.wherry.lab.results;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;

/** Describes why a mapper refused a file, by the place in the file. Jackson's own messages are about classes and settings. */
public final class Mismatch {
    private static final String ADVICE = " ?\\((set|but could|although) [^)]*\\)|:? enable `.*` to allow";
    private static final Map<Class<?>, String> NAMES = Map.of(
            String.class, "text",
            boolean.class, "true or false",
            Boolean.class, "true or false",
            int.class, "a whole number",
            Integer.class, "a whole number",
            long.class, "a whole number",
            Long.class, "a whole number");

    private Mismatch() {}

    /** Returns the key, such as {@code tables[0].title}, and the mistake. The message of a record's constructor stands alone. */
    public static String text(JacksonException refused) {
        String key = refused.getPath().stream()
                .map(at -> at.getPropertyName() == null ? "[%d]".formatted(at.getIndex()) : "." + at.getPropertyName())
                .collect(Collectors.joining())
                .replaceFirst("^\\.", "");
        return switch (refused) {
            case ValueInstantiationException constructor
            when constructor.getCause() != null && constructor.getCause().getMessage() != null ->
                constructor.getCause().getMessage();
            case InvalidNullException _ -> key + " is missing";
            default -> (key.isEmpty() ? "" : key + ": ") + mistake(refused);
        };
    }

    private static String mistake(JacksonException refused) {
        String message = refused.getOriginalMessage();
        return switch (refused) {
            case UnrecognizedPropertyException unknown ->
                "there is no such field; there are: " + joined(unknown.getKnownPropertyIds());
            case InvalidTypeIdException type when type.getTypeId() == null -> "it does not say of what kind it is";
            case InvalidTypeIdException type ->
                "there is no kind %s; %s".formatted(type.getTypeId(), message.substring(message.indexOf("known")));
            case InvalidFormatException format ->
                "%s is needed, not %s".formatted(needed(format.getTargetType()), shown(format.getValue()));
            case MismatchedInputException _ when message.startsWith("Trailing token") -> "text after its end";
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
            List<JsonNode> constants =
                    List.of(JsonMapper.shared().convertValue(type.getEnumConstants(), JsonNode[].class));
            return "one of: "
                    + joined(constants.stream().map(JsonNode::asString).toList());
        }
        String other = type.isPrimitive() || Number.class.isAssignableFrom(type)
                ? "a number"
                : Collection.class.isAssignableFrom(type) ? "a list" : "a table of fields";
        return NAMES.getOrDefault(type, other);
    }

    private static String joined(Collection<?> all) {
        return all.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
