package dev.wherry.cli.json;

import java.util.Arrays;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes a reference as a description, since it cannot be called after the command has ended. */
final class ReferenceWriter extends StdSerializer<Object> {
    ReferenceWriter() {
        super(Object.class);
    }

    @Override
    public void serialize(Object reference, JsonGenerator to, SerializationContext context) {
        to.writeStartObject();
        to.writeStringProperty(
                "@reference",
                String.join(
                        ", ",
                        Arrays.stream(reference.getClass().getInterfaces())
                                .map(Class::getName)
                                .toList()));
        to.writeStringProperty("is", reference.toString());
        to.writeEndObject();
    }

    @Override
    public void serializeWithType(
            Object reference, JsonGenerator to, SerializationContext context, TypeSerializer typing) {
        serialize(reference, to, context);
    }
}
