package dev.wherry.codec.compact;

import java.util.Objects;

/** What Java puts its primitives in, and text: each lies as a field of its kind. */
final class BoxCodec extends BuiltInCodec {
    private final FieldKind kind;

    BoxCodec(Class<?> type, FieldKind kind) {
        super(type, false, kind == FieldKind.TEXT, false);
        this.kind = kind;
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        kind.write(value, to.out);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        return kind == FieldKind.TEXT ? ScalarCodecs.text(from.in) : Objects.requireNonNull(kind.read(from.in));
    }
}
