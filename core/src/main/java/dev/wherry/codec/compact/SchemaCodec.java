package dev.wherry.codec.compact;

import dev.wherry.spi.Definition;

/** A codec of program classes. Each peer gets a schema once, which describes how the values are written. */
abstract class SchemaCodec extends ValueCodec {
    final Schema schema;
    final Definition definition;

    SchemaCodec(Class<?> type, Schema schema, Definition definition, boolean closed) {
        super(type, !schema.isEnum(), schema.numbered(), closed);
        this.schema = schema;
        this.definition = definition;
    }

    /** Returns a codec that reads the same class as a peer with another version writes it. */
    abstract ValueCodec as(Schema theirs);

    @Override
    final void head(Writer to) {
        to.head(definition);
    }

    /** A codec for reading only: of another version of a class, or of a class of which only the schema is known. */
    abstract static class ReadOnly extends ValueCodec {
        ReadOnly(Class<?> type, Schema theirs) {
            super(type, true, theirs.numbered(), false);
        }

        @Override
        final void head(Writer to) {
            throw new IllegalStateException("only read");
        }

        @Override
        final void write(Object value, Slot at, Writer to) {
            throw new IllegalStateException("only read");
        }
    }
}
