package dev.wherry.codec.compact;

import java.util.Objects;

/** What Java puts its primitives in, and text: each lies as a field of its kind. */
final class Boxed extends BuiltIn {
    private final Kind kind;

    Boxed(Class<?> type, Kind kind) {
        super(type, false, kind == Kind.TEXT, false);
        this.kind = kind;
    }

    @Override
    void write(Object value, Place at, Writer to) {
        kind.write(value, to.out);
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        return kind == Kind.TEXT ? Scalars.text(from.in) : Objects.requireNonNull(kind.read(from.in));
    }
}
