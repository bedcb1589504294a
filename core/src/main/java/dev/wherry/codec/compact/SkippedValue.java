package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;

/** What is left of a value that was stepped over: in a field that is not here, of a class that is not here. */
final class SkippedValue {
    /** In the place of all objects in bytes that nobody reads. */
    static final SkippedValue PASSED = new SkippedValue();

    SkippedValue() {}

    /** Steps over one value and all in it. Values of classes that are here are read, as others may refer back to them. */
    static void skip(FieldKind kind, ValueCodecs codecs, Reader from) {
        from.dropping++;
        kind.read(codecs.open, from);
        from.dropping--;
    }

    /**
     * Values of a class of which only the schema is known. It keeps of that what stepping over a value takes: a peer can make
     * up as many classes as it likes.
     */
    @SuppressWarnings("EnumOrdinal") // in an array that does not leave this class
    static final class Unknown extends ReadOnlyCodec {
        private final ValueCodecs codecs;
        private final Schema.Shape shape;
        final String className;
        /** Those of the parts whose values are sent one by one. */
        private final byte[] kinds;

        Unknown(ValueCodecs codecs, Schema schema) {
            super(SkippedValue.class, schema);
            this.codecs = codecs;
            shape = schema.shape();
            className = schema.className();
            kinds = new byte[partsSent(schema)];
            for (int i = 0; i < kinds.length; i++) {
                kinds[i] = (byte) schema.parts().get(i).kind().ordinal();
            }
        }

        private static int partsSent(Schema schema) {
            return schema.isEnum() || schema.shape() == Schema.Shape.EXTERNAL
                    ? 0
                    : schema.parts().size();
        }

        /** About the memory that the form of such a class takes. */
        static long bytes(Schema schema) {
            return (long) Schema.PART_BYTES + schema.className().length() + partsSent(schema);
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            SkippedValue dropped = new SkippedValue();
            from.started(id, dropped);
            switch (shape) {
                case ENUM -> from.in.readSize();
                case NAMED_ENUM -> from.in.readText();
                case THROWABLE -> ExceptionCodec.skip(codecs, from);
                case EXTERNAL -> ExternalizableCodec.skip(from);
                case RECORD, CLASS, LAMBDA -> {}
            }
            for (byte kind : kinds) {
                skip(FieldKind.at(kind), codecs, from);
            }
            return dropped;
        }
    }

    static CodecException shared() {
        return CodecException.impossible(
                "A value is shared with one that was stepped over: in a field that is not here, of a class that is not"
                    + " here, or left unread by a readExternal method. Bring both sides to versions that have and read"
                    + " it");
    }
}
