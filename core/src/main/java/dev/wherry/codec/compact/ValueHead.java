package dev.wherry.codec.compact;

/**
 * The number before a value that is neither primitive nor text. Below 8 it stands for itself; an even one names a
 * built-in class, an odd one a definition: so the first 60 of either take one byte.
 */
final class ValueHead {
    static final int NULL = 0;
    /** An object of this message that was written before; its number follows. */
    static final int BACK = 1;
    /** In a run of elements: a value of the same class, held the same way, as the last that was neither null nor back. */
    static final int SAME = 2;
    /** By reference. */
    static final int REFERENCE = 3;
    /** A built-in value whose identity is kept; its own head follows. */
    static final int KEPT = 4;
    /** A value in the serial form of its class. */
    static final int SERIAL = 5;

    private static final int FIRST = 8;

    private ValueHead() {}

    static int ofBuiltIn(int ordinal) {
        return FIRST + 2 * ordinal;
    }

    static int ofDefinition(int number) {
        return FIRST + 1 + 2 * number;
    }

    static boolean isDefinition(int head) {
        return Integer.compareUnsigned(head, FIRST) > 0 && (head & 1) != 0;
    }

    static boolean isBuiltIn(int head) {
        return Integer.compareUnsigned(head, FIRST) >= 0 && (head & 1) == 0;
    }

    /** The ordinal or the number that {@code head} was made of. */
    static int number(int head) {
        return (head - FIRST) >>> 1;
    }
}
