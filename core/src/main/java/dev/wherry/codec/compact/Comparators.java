package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What sorts a sorted container: an order that every peer knows, or an object of a class that may travel. */
final class Comparators {
    /** Those that every peer knows. Their numbers on the wire begin with 1. */
    private static final List<Comparator<?>> KNOWN = List.of(
            Comparator.<Comparable<Object>>naturalOrder(), Collections.reverseOrder(), String.CASE_INSENSITIVE_ORDER);

    private static final int NONE = 0;
    private static final int OTHER = 4;

    private Comparators() {}

    static void write(@Nullable Comparator<?> comparator, Place at, Writer to) {
        int number = comparator == null ? NONE : 1 + KNOWN.indexOf(comparator);
        if (comparator == null || number > 0) {
            to.out.writeByte(number);
        } else {
            to.out.writeByte(OTHER);
            try {
                at.forms.place(Comparator.class).write(comparator, to);
            } catch (CodecException e) {
                throw Trail.step(e, ".comparator()");
            }
        }
    }

    @SuppressWarnings("unchecked") // what it compares is only known to the container
    static @Nullable Comparator<@Nullable Object> read(Place at, Reader from) {
        int code = from.in.readByte();
        if (code > OTHER) {
            throw CodecException.malformed("a comparator of kind " + code);
        }
        if (code == NONE) {
            return null;
        }
        Object comparator = code == OTHER ? at.forms.place(Comparator.class).read(from) : KNOWN.get(code - 1);
        return (Comparator<@Nullable Object>) comparator;
    }
}
