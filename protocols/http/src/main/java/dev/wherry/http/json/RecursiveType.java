package dev.wherry.http.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** The JSON type of a type within itself, such as of a node in a node. */
final class RecursiveType extends JsonType {
    private volatile @Nullable JsonType type;

    void is(JsonType known) {
        type = known;
    }

    private JsonType type() {
        return Objects.requireNonNull(type, "type");
    }

    @Override
    Object read(JsonInput from) {
        return type().read(from);
    }

    @Override
    void write(Object value, JsonGenerator to) {
        type().write(value, to);
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        return type().schema(schemas);
    }
}
