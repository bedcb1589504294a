package dev.wherry.http.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Values that cannot be null. */
final class NonNullType extends JsonType {
    private final JsonType type;

    NonNullType(JsonType type) {
        this.type = type;
    }

    @Override
    Object read(JsonInput from) {
        return type.read(from);
    }

    @Override
    void write(Object value, JsonGenerator to) {
        type.write(value, to);
    }

    @Override
    Object ofNull(JsonInput from) {
        throw from.problem("null, where there must be a value");
    }

    @Override
    public boolean allowsNull() {
        return false;
    }

    @Override
    public @Nullable TextType text() {
        return type.text();
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        return type.schema(schemas);
    }
}
