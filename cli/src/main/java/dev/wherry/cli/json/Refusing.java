package dev.wherry.cli.json;

import dev.wherry.ByReference;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Reports that a parameter cannot be given as JSON. Null is still allowed. */
final class Refusing extends StdDeserializer<Object> {
    private final boolean reference;

    Refusing(Class<?> type) {
        super(type);
        this.reference = type.isAnnotationPresent(ByReference.class);
    }

    @Override
    public Object deserialize(JsonParser parser, DeserializationContext context) {
        String why = reference
                ? "%s is passed by reference, and a command cannot be called back; only null can be given"
                : "%s cannot be given as JSON; only null can";
        return context.reportInputMismatch(this, why.formatted(handledType().getName()));
    }
}
