package dev.wherry.codec.compact;

/**
 * The number before a value that is neither primitive nor text. Numbers below 8 have a fixed meaning. Above, an even
 * number names a built-in class and an odd one a definition, so that the first 60 of each take one byte.
 */
final class ValueHead {
    static final int NULL = 0;
    /** A reference back to an object of this message. Its number follows. */
    static final int BACK = 1;
    /** In consecutive elements: a value with the same head as the last that was neither null nor a reference back. */
    static final int SAME = 2;
    /** A remote reference. */
    static final int REFERENCE = 3;
    /** A built-in value that is numbered. The head of its class follows. */
    static final int NUMBERED = 4;
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

    /** Returns the number of the built-in class or definition in a head. */
    static int number(int head) {
        return (head - FIRST) >>> 1;
    }
}
