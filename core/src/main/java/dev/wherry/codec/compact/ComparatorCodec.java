package dev.wherry.codec.compact;

import java.util.Comparator;

/** Comparators of the JDK's own, and what it makes of others, as they stand in a sorted container. */
final class ComparatorCodec extends BuiltInCodec {
    ComparatorCodec() {
        super(Comparator.class, false, false, false);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        Comparators.write((Comparator<?>) value, at, to);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        return Comparators.given(Comparators.read(at, from));
    }
}
