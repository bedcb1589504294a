package dev.wherry.codec.compact;

import dev.wherry.spi.Types;

/** Objects that may travel by reference only, once they were exported. */
final class RefusedCodec extends ValueCodec {
    private final Types types;

    RefusedCodec(Class<?> type, Types types) {
        super(type);
        this.types = types;
    }

    @Override
    void head(Writer to) {
        throw types.refusal(type);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        throw types.refusal(type);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        throw types.refusal(type);
    }
}
