package dev.wherry.http.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** The form of a type within itself, such as of a node in a node. */
final class RecursiveType extends JsonType {
    private volatile @Nullable JsonType form;

    void is(JsonType known) {
        form = known;
    }

    private JsonType form() {
        return Objects.requireNonNull(form, "form");
    }

    @Override
    Object read(JsonInput from) {
        return form().read(from);
    }

    @Override
    void write(Object value, JsonGenerator to) {
        form().write(value, to);
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        return form().schema(schemas);
    }
}
