package dev.wherry.codec.compact;

import dev.wherry.spi.Types;

/** Objects that may travel by reference only, once they were exported. */
final class RefusedForm extends Form {
    private final Types types;

    RefusedForm(Class<?> type, Types types) {
        super(type);
        this.types = types;
    }

    @Override
    void head(Writer to) {
        throw types.refusal(type);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        throw types.refusal(type);
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        throw types.refusal(type);
    }
}
