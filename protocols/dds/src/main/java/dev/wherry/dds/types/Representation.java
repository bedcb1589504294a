package dev.wherry.dds.types;

/** A version of CDR. */
public enum Representation {
    /** The older one, which every vendor has: values of 8 bytes are aligned to 8, and appendable types have no length. */
    XCDR1(8),
    /** The newer one: nothing is aligned to more than 4, and appendable types can be skipped by their length. */
    XCDR2(4);

    private final int largestAlignment;

    Representation(int largestAlignment) {
        this.largestAlignment = largestAlignment;
    }

    /** Returns the largest alignment of a value, in bytes. */
    public int largestAlignment() {
        return largestAlignment;
    }
}
