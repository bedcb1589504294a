package dev.wherry.codec.compact;

import java.util.Comparator;

/** Comparators of the JDK's own, and what it makes of others, as they stand in a sorted container. */
final class ComparatorForm extends BuiltIn {
    ComparatorForm() {
        super(Comparator.class, false, false, false);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        Comparators.write((Comparator<?>) value, at, to);
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        return Comparators.given(Comparators.read(at, from));
    }
}
