package dev.wherry.codec.compact;

import dev.wherry.spi.Definition;

/** The values of a class of a user's own, of which each peer is told once, by a schema, how they lie. */
abstract class SchemaCodec extends ValueCodec {
    final Schema schema;
    final Definition definition;

    SchemaCodec(Class<?> type, Schema schema, Definition definition, boolean closed) {
        super(type, !schema.isEnum(), schema.kept(), closed);
        this.schema = schema;
        this.definition = definition;
    }

    /** The same class as a peer with another version of it writes it. */
    abstract ValueCodec as(Schema theirs);

    @Override
    final void head(Writer to) {
        to.head(definition);
    }

    /** What a peer writes and this side only reads: a class as another version, or only the schema, of it is known. */
    abstract static class ReadOnly extends ValueCodec {
        ReadOnly(Class<?> type, Schema theirs) {
            super(type, true, theirs.kept(), false);
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
