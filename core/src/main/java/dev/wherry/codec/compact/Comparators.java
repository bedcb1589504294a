package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.util.Collections;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What sorts a sorted container: an order that every peer knows, or an object of a class that may travel. */
final class Comparators {
    private static final int NONE = 0;
    private static final int NATURAL = 1;
    private static final int REVERSE = 2;
    private static final int CASE_INSENSITIVE = 3;
    private static final int OTHER = 4;

    private Comparators() {}

    static void write(@Nullable Comparator<?> comparator, Place at, Writer to) {
        if (comparator == null) {
            to.out.writeByte(NONE);
        } else if (comparator.equals(Comparator.naturalOrder())) {
            to.out.writeByte(NATURAL);
        } else if (comparator.equals(Collections.reverseOrder())) {
            to.out.writeByte(REVERSE);
        } else if (comparator.equals(String.CASE_INSENSITIVE_ORDER)) {
            to.out.writeByte(CASE_INSENSITIVE);
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
        Object comparator = switch (code) {
            case NONE -> null;
            case NATURAL -> Comparator.<Comparable<Object>>naturalOrder();
            case REVERSE -> Collections.reverseOrder();
            case CASE_INSENSITIVE -> String.CASE_INSENSITIVE_ORDER;
            case OTHER -> at.forms.place(Comparator.class).read(from);
            default -> throw CodecException.malformed("a comparator of kind " + code);
        };
        return (Comparator<@Nullable Object>) comparator;
    }
}
