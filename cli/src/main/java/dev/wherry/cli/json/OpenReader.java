package dev.wherry.cli.json;

import dev.wherry.cli.types.GeneratedClasses;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads JSON if the declared type is open, such as {@code Object}: text, numbers, lists and maps. An integer becomes the
 * smallest of int, long and BigInteger. Any other number becomes a double if it loses no digit, else a BigDecimal. An object
 * with {@code "@type"} becomes one of the described types.
 */
final class OpenReader extends StdDeserializer<Object> {
    private final transient GeneratedClasses classes;

    OpenReader(Class<?> type, GeneratedClasses classes) {
        super(type);
        this.classes = classes;
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
        Object value = value(context.readTree(parser), context);
        if (value != null && !handledType().isInstance(value)) {
            return context.reportInputMismatch(
                    this,
                    "%s is not a %s",
                    value.getClass().getName(),
                    handledType().getName());
        }
        return value;
    }

    @Override
    public @Nullable Object deserializeWithType(
            JsonParser parser, DeserializationContext context, TypeDeserializer typing) {
        return deserialize(parser, context);
    }

    private @Nullable Object value(JsonNode node, DeserializationContext context) {
        return switch (node.getNodeType()) {
            case NULL, MISSING -> null;
            case BOOLEAN -> node.booleanValue();
            case STRING -> node.stringValue();
            case NUMBER -> node.isIntegralNumber() ? node.numberValue() : fraction(node.decimalValue());
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>(node.size());
                node.forEach(element -> list.add(value(element, context)));
                yield list;
            }
            case OBJECT -> object((ObjectNode) node, context);
            case BINARY, POJO -> throw new IllegalStateException("No JSON text has a " + node.getNodeType());
        };
    }

    private @Nullable Object object(ObjectNode node, DeserializationContext context) {
        JsonNode name = node.get(TypeNames.PROPERTY);
        if (name == null) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            node.properties().forEach(entry -> map.put(entry.getKey(), value(entry.getValue(), context)));
            return map;
        }
        Map<String, Class<?>> types = classes.cases(Object.class);
        Class<?> type = types.get(name.asString(""));
        if (type == null) {
            return context.reportInputMismatch(
                    this, "unknown type %s; known types: %s", name, String.join(", ", types.keySet()));
        }
        ObjectNode parts = node.deepCopy();
        parts.remove(TypeNames.PROPERTY);
        return context.readTreeAsValue(parts, type);
    }

    private static Number fraction(BigDecimal exact) {
        double near = exact.doubleValue();
        return Double.isFinite(near) && BigDecimal.valueOf(near).compareTo(exact) == 0 ? (Number) near : exact;
    }
}
