package dev.wherry.codec.compact;

/**
 * Values of a class of which only the schema is known. It keeps only what is needed to skip a value, because a peer can
 * invent as many classes as it likes.
 */
@SuppressWarnings("EnumOrdinal") // the array does not leave this class
final class UnknownClassCodec extends SchemaCodec.ReadOnly {
    private final CodecContext codecs;
    private final Schema.Shape shape;
    final String className;
    /** The kinds of the parts whose values are sent one by one. */
    private final byte[] kinds;

    UnknownClassCodec(CodecContext codecs, Schema schema) {
        super(Reader.SkippedValue.class, schema);
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

    /** Returns an estimate of the memory of such a codec in bytes. */
    static long bytes(Schema schema) {
        return (long) Schema.PART_BYTES + schema.className().length() + partsSent(schema);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        Reader.SkippedValue dropped = new Reader.SkippedValue();
        from.started(id, dropped);
        switch (shape) {
            case ENUM -> from.in.readSize();
            case NAMED_ENUM -> from.in.readText();
            case THROWABLE -> ExceptionCodec.skip(codecs, from);
            case EXTERNAL -> ExternalizableCodec.skip(from);
            case RECORD, CLASS, LAMBDA -> {}
        }
        for (byte kind : kinds) {
            codecs.open.skip(FieldKind.at(kind), from);
        }
        return dropped;
    }
}
