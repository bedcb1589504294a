package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.Representation;
import org.jspecify.annotations.Nullable;

/**
 * The encapsulation header of 4 bytes before a value. Types that are final and appendable have the same one in {@link
 * Representation#XCDR1}.
 *
 * @param extensibility of the type of the value
 */
record Encapsulation(Representation representation, Extensibility extensibility, boolean bigEndian) {
    /** The bytes of the header. */
    static final int BYTES = 4;

    /** By their identifiers. */
    private static final @Nullable Encapsulation[] KNOWN = known();

    private static @Nullable Encapsulation[] known() {
        @Nullable Encapsulation[] known = new Encapsulation[16];
        for (Representation each : Representation.values()) {
            for (Extensibility other : Extensibility.values()) {
                int identifier = identifier(each, other);
                if (known[identifier] == null) {
                    known[identifier] = new Encapsulation(each, other, true);
                    known[identifier + 1] = new Encapsulation(each, other, false);
                }
            }
        }
        return known;
    }

    /** Returns the identifier of values of such a type, in big endian. The one of little endian is one more. */
    static int identifier(Representation representation, Extensibility extensibility) {
        boolean isOlder = representation == Representation.XCDR1;
        return switch (extensibility) {
            case FINAL -> isOlder ? 0x00 : 0x06;
            case APPENDABLE -> isOlder ? 0x00 : 0x08;
            case MUTABLE -> isOlder ? 0x02 : 0x0a;
        };
    }

    /**
     * Reads the header.
     *
     * @throws CdrException if it is wrong
     */
    static Encapsulation read(byte[] bytes, int length) {
        if (length < BYTES || length > bytes.length) {
            throw new CdrException("a value has at least the 4 bytes of its header, and here are " + length, 0);
        }
        int identifier = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
        Encapsulation found = identifier < KNOWN.length ? KNOWN[identifier] : null;
        if (found == null) {
            throw new CdrException("the encapsulation 0x%04x is unknown".formatted(identifier), 0);
        }
        if (padding(bytes) > length - BYTES) {
            throw new CdrException("the header counts more bytes of padding than there are", 3);
        }
        return found;
    }

    /** Returns the number of bytes at the end that are not part of the value. */
    static int padding(byte[] bytes) {
        return bytes[3] & 3;
    }

    /**
     * Checks that the header is of a value of such a type.
     *
     * @throws CdrException if it is of another one
     */
    void expect(Extensibility expected) {
        if (identifier(representation, expected) != identifier(representation, extensibility)) {
            throw new CdrException(
                    "the type is " + text(expected) + ", but the header is of one that is " + text(extensibility), 0);
        }
    }

    private static String text(Extensibility extensibility) {
        return switch (extensibility) {
            case FINAL -> "final";
            case APPENDABLE -> "appendable";
            case MUTABLE -> "mutable";
        };
    }
}
