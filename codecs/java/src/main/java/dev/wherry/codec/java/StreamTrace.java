package dev.wherry.codec.java;

import dev.wherry.spi.CodecException;
import java.util.Arrays;

/**
 * Where in the bytes of a value the scan has met class descriptors, back references, default fields and the ends of
 * objects. The object stream must come to the same positions in the same order: so what was checked is what is made.
 */
final class StreamTrace {
    private static final int FIELDS = 1;
    private static final int OPTIONAL = 2;
    private static final int KIND_BITS = 2;

    private long[] steps = new long[16];
    private int size;
    private int next;

    /** Forgets the value before. */
    void clear() {
        size = 0;
        next = 0;
    }

    /** Called by the scan after a class descriptor's fields, a back reference, or an object. */
    void expect(int position) {
        add((long) position << KIND_BITS);
    }

    /**
     * Called by the scan where the fields of a class begin that has a method {@code readObject}.
     *
     * @param empty whether there are none, so that it does not matter whether the method asks for them
     */
    void expectFields(int position, boolean empty) {
        add((long) position << KIND_BITS | (empty ? FIELDS | OPTIONAL : FIELDS));
    }

    private void add(long step) {
        if (size == steps.length) {
            steps = Arrays.copyOf(steps, 2 * size);
        }
        steps[size++] = step;
    }

    /** Called by the object stream at what the scan has met at this position. */
    void pass(int position) {
        check((long) position << KIND_BITS);
    }

    /** Called by the object stream where a class asks for its fields. */
    void passFields(int position) {
        check((long) position << KIND_BITS | FIELDS);
    }

    private void check(long step) {
        while (next < size) {
            long expected = steps[next++];
            if ((expected & ~OPTIONAL) == step) {
                return;
            }
            if ((expected & OPTIONAL) == 0) {
                break;
            }
        }
        next = size; // whatever comes is refused, should a class go on after this
        throw CodecException.malformed("an object stream that reads otherwise than it was checked, at byte "
                + (step >> KIND_BITS) + ": a class reads other bytes than it has written");
    }
}
