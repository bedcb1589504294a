package dev.wherry.http.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/** Maps: objects if the keys have a text, else arrays of objects with {@code key} and {@code value}. */
final class MapType extends JsonType {
    private static final int OVERHEAD = 128;
    private static final int OF_ENTRY = 112;

    private final JsonType key;
    private final JsonType value;
    private final Supplier<? extends Map<@Nullable Object, @Nullable Object>> maker;

    MapType(JsonType key, JsonType value, Supplier<? extends Map<@Nullable Object, @Nullable Object>> maker) {
        this.key = key;
        this.value = value;
        this.maker = maker;
    }

    @Override
    Object read(JsonInput from) {
        TextType text = key.text();
        from.hold(OVERHEAD);
        KeyList keys = new KeyList(from);
        List<@Nullable Object> values = new ArrayList<>();
        if (text != null) {
            if (from.token() != JsonToken.START_OBJECT) {
                throw from.unlike("an object");
            }
            while (from.next() != JsonToken.END_OBJECT) {
                from.hold(OF_ENTRY);
                from.count();
                keys.readName(text);
                from.next();
                values.add(value.readAny(from));
            }
        } else {
            if (from.token() != JsonToken.START_ARRAY) {
                throw from.unlike("an array of objects with key and value");
            }
            while (from.next() != JsonToken.END_ARRAY) {
                from.hold(OF_ENTRY);
                readEntry(keys, values, from);
            }
        }
        Map<@Nullable Object, @Nullable Object> map = maker.get();
        keys.fill(map, values);
        return map;
    }

    private void readEntry(KeyList keys, List<@Nullable Object> values, JsonInput from) {
        if (from.token() != JsonToken.START_OBJECT) {
            throw from.unlike("an object with key and value");
        }
        int seen = 0;
        while (from.next() != JsonToken.END_OBJECT) {
            String name = from.parser().currentName();
            int at = name.equals("key") ? 1 : name.equals("value") ? 2 : 0;
            if (at == 0 || (seen & at) != 0) {
                throw from.problem("expected key and value, each once");
            }
            seen |= at;
            from.next();
            if (at == 1) {
                keys.read(key);
            } else {
                values.add(value.readAny(from));
            }
        }
        if (seen != 3) {
            throw from.problem("expected key and value, each once");
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
