package dev.wherry.codec.compact;

/** What a peer writes and this side only reads: a class as another version, or only the schema, of it is known. */
abstract class ReadOnlyCodec extends ValueCodec {
    ReadOnlyCodec(Class<?> type, Schema theirs) {
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
