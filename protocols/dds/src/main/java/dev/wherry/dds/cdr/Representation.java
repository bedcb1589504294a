package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType.Extensibility;

/** A version of CDR. */
public enum Representation {
    /** The older one: values of 8 bytes are aligned to 8, and appendable types have no length. */
    XCDR1(8),
    /** The newer one: nothing is aligned to more than 4, and appendable types can be skipped by their length. */
    XCDR2(4);

    private final int largestAlignment;

    Representation(int largestAlignment) {
        this.largestAlignment = largestAlignment;
    }

    int largestAlignment() {
        return largestAlignment;
    }

    /** Returns the encapsulation identifier of values of such a type, in big endian. The one of little endian is one more. */
    int identifier(Extensibility extensibility) {
        return switch (extensibility) {
            case FINAL -> this == XCDR1 ? 0x00 : 0x06;
            case APPENDABLE -> this == XCDR1 ? 0x00 : 0x08;
            case MUTABLE -> this == XCDR1 ? 0x02 : 0x0a;
        };
    }
}
