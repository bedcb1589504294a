package dev.wherry.http.json;

import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/** Maps: objects if the keys have a text, else arrays of objects with {@code key} and {@code value}. */
final class MapType extends JsonType {
    private static final int OVERHEAD = 128;
    private static final int OF_ENTRY = 64;

    private final JsonType key;
    private final JsonType value;
    private final boolean guarded;
    private final Supplier<? extends Map<@Nullable Object, @Nullable Object>> maker;

    /** @param guarded whether keys of one hash code are limited */
    MapType(
            JsonType key,
            JsonType value,
            boolean guarded,
            Supplier<? extends Map<@Nullable Object, @Nullable Object>> maker) {
        this.key = key;
        this.value = value;
        this.guarded = guarded;
        this.maker = maker;
    }

    @Override
    Object read(JsonInput from) {
        TextType text = key.text();
        from.hold(OVERHEAD);
        Map<@Nullable Object, @Nullable Object> map = maker.get();
        HashGuard guard = guarded ? new HashGuard() : null;
        if (text != null) {
            if (from.token() != JsonToken.START_OBJECT) {
                throw from.unlike("an object");
            }
            while (from.next() != JsonToken.END_OBJECT) {
                from.count();
                Object name = text.readText(from, from.parser().currentName());
                from.next();
                put(map, name, value.readAny(from), guard, from);
            }
            return map;
        }
        if (from.token() != JsonToken.START_ARRAY) {
            throw from.unlike("an array of objects with key and value");
        }
        while (from.next() != JsonToken.END_ARRAY) {
            readEntry(map, guard, from);
        }
        return map;
    }

    private void readEntry(Map<@Nullable Object, @Nullable Object> map, @Nullable HashGuard guard, JsonInput from) {
        if (from.token() != JsonToken.START_OBJECT) {
            throw from.unlike("an object with key and value");
        }
        @Nullable Object[] parts = new Object[2];
        int seen = 0;
        while (from.next() != JsonToken.END_OBJECT) {
            String name = from.parser().currentName();
            int at = name.equals("key") ? 0 : name.equals("value") ? 1 : 2;
            if (at == 2 || (seen & 1 << at) != 0) {
                throw from.problem("expected key and value, each once");
            }
            seen |= 1 << at;
            from.next();
            parts[at] = (at == 0 ? key : value).readAny(from);
        }
        if (seen != 3) {
            throw from.problem("expected key and value, each once");
        }
        put(map, parts[0], parts[1], guard, from);
    }

    private static void put(
            Map<@Nullable Object, @Nullable Object> map,
            @Nullable Object key,
            @Nullable Object value,
            @Nullable HashGuard guard,
            JsonInput from) {
        from.hold(OF_ENTRY);
        if (guard != null && key != null) {
            guard.add(key, from);
        }
        int before = map.size();
        try {
            map.put(key, value);
        } catch (ClassCastException | NullPointerException e) {
            throw from.problem("the entry cannot be in such a map");
        }
        if (map.size() == before) {
            throw from.problem("the key is in the map already");
        }
    }

    @Override
    void write(Object value, JsonGenerator to) {
        TextType text = key.text();
        if (text == null) {
            to.writeStartArray();
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                to.writeStartObject();
                to.writeName("key");
                key.writeAny(each.getKey(), to);
                to.writeName("value");
                this.value.writeAny(each.getValue(), to);
                to.writeEndObject();
            }
            to.writeEndArray();
            return;
        }
        to.writeStartObject();
        for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
            Object name = each.getKey();
            if (name == null) {
                throw new JsonProblem("A map has the key null, which JSON has not");
            }
            to.writeName(text.textOf(name));
            this.value.writeAny(each.getValue(), to);
        }
        to.writeEndObject();
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        if (key.text() != null) {
            ObjectNode schema = schemas.simple("object", null);
            schema.set("additionalProperties", schemas.nullable(value));
            return schema;
        }
        ObjectNode schema = schemas.simple("array", null);
        ObjectNode entry = schema.putObject("items").put("type", "object");
        ObjectNode properties = entry.putObject("properties");
        properties.set("key", schemas.nullable(key));
        properties.set("value", schemas.nullable(value));
        entry.putArray("required").add("key").add("value");
        return schema;
    }
}
