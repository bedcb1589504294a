package dev.wherry.http.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/** Collections: arrays of JSON. */
final class ListType extends JsonType {
    private static final int OVERHEAD = 128;
    private static final int OF_ELEMENT = 48;
    /** The place in the list that is read first. */
    private static final int OF_KEY = 24;

    private final JsonType element;
    private final Supplier<? extends Collection<@Nullable Object>> maker;

    ListType(JsonType element, Supplier<? extends Collection<@Nullable Object>> maker) {
        this.element = element;
        this.maker = maker;
    }

    @Override
    Object read(JsonInput from) {
        if (from.token() != JsonToken.START_ARRAY) {
            throw from.unlike("an array");
        }
        from.hold(OVERHEAD);
        Collection<@Nullable Object> values = maker.get();
        if (values instanceof Set || values instanceof PriorityQueue) {
            KeyList elements = new KeyList(from);
            while (from.next() != JsonToken.END_ARRAY) {
                from.hold(OF_ELEMENT + OF_KEY);
                elements.read(element);
            }
            elements.fill(values);
        } else if (values instanceof CopyOnWriteArrayList) { // each addition copies it
            List<@Nullable Object> read = new ArrayList<>();
            readInto(read, from);
            values.addAll(read);
        } else {
            readInto(values, from);
        }
        return values;
    }

    private void readInto(Collection<@Nullable Object> values, JsonInput from) {
        while (from.next() != JsonToken.END_ARRAY) {
            from.hold(OF_ELEMENT);
            Object value = element.readAny(from);
            try {
                values.add(value);
            } catch (NullPointerException e) {
                throw from.problem("the element cannot be in such a collection");
            }
        }
    }

    @Override
    void write(Object value, JsonGenerator to) {
        to.writeStartArray();
        for (Object each : (Iterable<?>) value) {
            element.writeAny(each, to);
        }
        to.writeEndArray();
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        ObjectNode schema = schemas.simple("array", null);
        schema.set("items", schemas.nullable(element));
        if (maker.get() instanceof Set) {
            schema.put("uniqueItems", true);
        }
        return schema;
    }

    /** Arrays of objects and of primitives other than bytes. */
    static final class OfArray extends JsonType {
        private final JsonType element;
        private final Class<?> component;

        OfArray(JsonType element, Class<?> component) {
            this.element = element;
            this.component = component;
        }

        @Override
        Object read(JsonInput from) {
            if (from.token() != JsonToken.START_ARRAY) {
                throw from.unlike("an array");
            }
            List<@Nullable Object> values = new ArrayList<>();
            while (from.next() != JsonToken.END_ARRAY) {
                values.add(element.readAny(from));
            }
            Object array = java.lang.reflect.Array.newInstance(component, values.size());
            for (int i = 0; i < values.size(); i++) {
                java.lang.reflect.Array.set(array, i, values.get(i));
            }
            return array;
        }

        @Override
        void write(Object value, JsonGenerator to) {
            to.writeStartArray();
            int length = java.lang.reflect.Array.getLength(value);
            for (int i = 0; i < length; i++) {
                element.writeAny(java.lang.reflect.Array.get(value, i), to);
            }
            to.writeEndArray();
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            ObjectNode schema = schemas.simple("array", null);
            schema.set("items", schemas.nullable(element));
            return schema;
        }
    }
}
