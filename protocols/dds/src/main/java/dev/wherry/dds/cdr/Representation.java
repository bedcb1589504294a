package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType.Extensibility;

/** A version of CDR. */
public enum Representation {
    /** The older one: values of 8 bytes are aligned to 8, and appendable types have no length. */
    XCDR1(8, 0x00, 0x00, 0x02),
    /** The newer one: nothing is aligned to more than 4, and appendable types can be skipped by their length. */
    XCDR2(4, 0x06, 0x08, 0x0a);

    private final int largestAlignment;
    private final int[] identifiers;

    /** @param identifiers in big endian, by {@link Extensibility}; that of little endian is one more */
    Representation(int largestAlignment, int... identifiers) {
        this.largestAlignment = largestAlignment;
        this.identifiers = identifiers;
    }

    int largestAlignment() {
        return largestAlignment;
    }

    /** Returns the encapsulation identifier of values of such a type, in big endian. The one of little endian is one more. */
    int identifier(Extensibility extensibility) {
        return identifiers[extensibility.ordinal()];
    }
}
