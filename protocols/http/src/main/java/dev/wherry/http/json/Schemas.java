package dev.wherry.http.json;

import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON schemas of one description, of which named ones are referred to. For one thread. */
public final class Schemas {
    private static final String PREFIX = "#/components/schemas/";

    private final ObjectNode components;
    private final Map<Object, String> names = new HashMap<>();

    /** @param components gets the named schemas */
    public Schemas(ObjectNode components) {
        this.components = components;
    }

    ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    ObjectNode simple(String type, @Nullable String format) {
        ObjectNode schema = empty().put("type", type);
        return format == null ? schema : schema.put("format", format);
    }

    /** Returns the schema of values of which some may be null. */
    public ObjectNode nullable(JsonType jsonType) {
        ObjectNode schema = jsonType.schema(this);
        if (!jsonType.allowsNull()) {
            return schema;
        }
        if (schema.has("type") && !schema.has("enum")) {
            String type = schema.get("type").asString();
            schema.putArray("type").add(type).add("null");
            return schema;
        }
        ObjectNode either = empty();
        either.putArray("anyOf").add(schema).add(empty().put("type", "null"));
        return either;
    }

    ObjectNode named(Type type, Class<?> raw, Supplier<ObjectNode> schema) {
        return named(type, raw.getSimpleName(), schema);
    }

    /** Returns a reference to a named schema, which is made if there is none. */
    ObjectNode named(Object key, String wanted, Supplier<ObjectNode> schema) {
        String name = names.get(key);
        if (name == null) {
            String plain = wanted.replaceAll("[^A-Za-z0-9._-]", "_");
            name = plain;
            for (int i = 2; names.containsValue(name); i++) {
                name = plain + i;
            }
            names.put(key, name);
            components.set(name, schema.get());
        }
        return empty().put("$ref", PREFIX + name);
    }
}
