package dev.wherry.http.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Values that cannot be null. */
final class NonNullType extends JsonType {
    private final JsonType form;

    NonNullType(JsonType form) {
        this.form = form;
    }

    @Override
    Object read(JsonInput from) {
        return form.read(from);
    }

    @Override
    void write(Object value, JsonGenerator to) {
        form.write(value, to);
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
        return form.text();
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        return form.schema(schemas);
    }
}
