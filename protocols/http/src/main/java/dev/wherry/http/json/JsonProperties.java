package dev.wherry.http.json;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Named values, of an object or of a call. Immutable; for any thread. */
public final class JsonProperties {
    private static final int OVERHEAD = 32;
    /** A reference, and its place in the array that it is read into. */
    private static final int BYTES_OF_MEMBER = 16;

    private final String[] names;
    private final SerializedString[] written;
    private final JsonType[] types;
    private final Map<String, Integer> index = new HashMap<>();
    /** Whether a value that can be null may be left out. */
    private final boolean lenient;

    /** @param lenient whether a value that can be null may be left out */
    public JsonProperties(List<String> names, List<JsonType> types, boolean lenient) {
        this.names = names.toArray(String[]::new);
        this.types = types.toArray(JsonType[]::new);
        this.lenient = lenient;
        written = new SerializedString[this.names.length];
        for (int i = 0; i < this.names.length; i++) {
            index.put(this.names[i], i);
            written[i] = new SerializedString(this.names[i]);
        }
    }

    /** Returns the number of values. */
    public int size() {
        return names.length;
    }

    /** Returns the names, in their order. */
    public Set<String> names() {
        return new LinkedHashSet<>(List.of(names));
    }

    /** Returns the name of a value. */
    public String name(int at) {
        return names[at];
    }

    /** Returns the type of a value. */
    public JsonType type(int at) {
        return types[at];
    }

    /** Reads the values up to the end of the object. The token before the first name is the current one. */
    @Nullable
    Object[] read(JsonInput from) {
        from.hold(OVERHEAD + (long) BYTES_OF_MEMBER * names.length);
        from.visit(names.length);
        @Nullable Object[] values = new Object[names.length];
        boolean[] seen = new boolean[names.length];
        while (from.next() != JsonToken.END_OBJECT) {
            Integer at = index.get(from.parser().currentName());
            if (at == null) {
                throw from.problem("the property is unknown; "
                        + (names.length == 0 ? "there is none" : "there are: " + String.join(", ", names)));
            }
            if (seen[at]) {
                throw from.problem("the property is there twice");
            }
            seen[at] = true;
            from.next();
            values[at] = types[at].readAny(from);
        }
        for (int i = 0; i < seen.length; i++) {
            if (!seen[i]) {
                values[i] = missing(i, from);
            }
        }
        return values;
    }

    private @Nullable Object missing(int at, JsonInput from) {
        if (types[at].mayBeMissing()) {
            return types[at].missing();
        }
        if (lenient && types[at].allowsNull()) {
            return null;
        }
        throw from.problem("the property '" + names[at] + "' is missing");
    }

    /** Reads the values of an array, in their order. The start of the array is the current token. */
    @Nullable
    Object[] readArray(JsonInput from) {
        @Nullable Object[] values = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            if (from.next() == JsonToken.END_ARRAY) {
                throw from.problem(names.length + " values are expected, not " + i);
            }
            values[i] = types[i].readAny(from);
        }
        if (from.next() != JsonToken.END_ARRAY) {
            throw from.problem("no more than " + names.length + " values are expected");
        }
        return values;
    }

    /** Writes a value with its name. */
    void write(int at, @Nullable Object value, JsonGenerator to) {
        to.writeName(written[at]);
        types[at].writeAny(value, to);
    }

    /** Adds the values to the schema of an object. */
    public void describe(ObjectNode schema, Schemas schemas) {
        ObjectNode properties = schema.withObject("/properties");
        ArrayNode required = schema.withArray("/required");
        for (int i = 0; i < names.length; i++) {
            properties.set(names[i], schemas.nullable(types[i]));
            if (!(types[i].mayBeMissing() || (lenient && types[i].allowsNull()))) {
                required.add(names[i]);
            }
        }
        if (required.isEmpty()) {
            schema.remove("required");
        }
    }
}
