package dev.wherry.http.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.node.ObjectNode;

/** Values that are JSON objects, and can stand where one of several classes is expected. */
abstract class CaseType extends JsonType {
    /** Reads the members up to the end of the object. The token before them is the current one. */
    abstract Object readMembers(JsonInput from);

    /** Writes the members without the braces around them. */
    abstract void writeMembers(Object value, JsonGenerator to);

    /** Adds the members to the schema of an object. */
    abstract void describe(ObjectNode schema, Schemas schemas);

    /** Returns whether there is a member of this name. */
    abstract boolean hasMember(String name);

    @Override
    final Object read(JsonInput from) {
        if (from.token() != JsonToken.START_OBJECT) {
            throw from.unlike("an object");
        }
        return readMembers(from);
    }

    @Override
    final void write(Object value, JsonGenerator to) {
        to.writeStartObject();
        writeMembers(value, to);
        to.writeEndObject();
    }

    /** A constant of an enum among other cases: its name is the member {@code value}. */
    static final class OfEnum extends CaseType {
        private static final String NAME = "value";
        private final TextType constants;

        OfEnum(TextType constants) {
            this.constants = constants;
        }

        @Override
        Object readMembers(JsonInput from) {
            if (from.next() != JsonToken.PROPERTY_NAME
                    || !from.parser().currentName().equals(NAME)) {
                throw from.problem("expected the property '" + NAME + "'");
            }
            from.next();
            Object constant = constants.read(from);
            if (from.next() != JsonToken.END_OBJECT) {
                throw from.problem("expected no property but '" + NAME + "'");
            }
            return constant;
        }

        @Override
        void writeMembers(Object value, JsonGenerator to) {
            to.writeName(NAME);
            constants.write(value, to);
        }

        @Override
        void describe(ObjectNode schema, Schemas schemas) {
            schema.withObject("/properties").set(NAME, constants.schema(schemas));
            schema.withArray("/required").add(NAME);
        }

        @Override
        boolean hasMember(String name) {
            return name.equals(NAME);
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            ObjectNode schema = schemas.simple("object", null);
            describe(schema, schemas);
            return schema;
        }
    }
}
