package dev.wherry.http.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Values that cannot be null. */
final class PrimitiveForm extends Form {
    private final Form boxed;

    PrimitiveForm(Form boxed) {
        this.boxed = boxed;
    }

    @Override
    Object read(JsonInput from) {
        return boxed.read(from);
    }

    @Override
    void write(Object value, JsonGenerator to) {
        boxed.write(value, to);
    }

    @Override
    Object ofNull(JsonInput from) {
        throw from.problem("null, where the type is primitive");
    }

    @Override
    public boolean allowsNull() {
        return false;
    }

    @Override
    public @Nullable TextForm text() {
        return boxed.text();
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        return boxed.schema(schemas);
    }
}
