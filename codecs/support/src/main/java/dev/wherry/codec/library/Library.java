package dev.wherry.codec.library;

/** A serialization library, set up for the types of one interface. For any thread. */
public interface Library {
    /**
     * Writes a value, all of it, and gives the bytes to {@link Writing#done}. The value has been looked through before: it
     * holds nothing but classes that may travel, keeps to the limits, and has no cycle that could not be rebuilt; and the
     * stack is large enough for it. Whatever this throws becomes a {@link dev.wherry.spi.CodecException}.
     */
    void write(Object value, Writing to) throws Throwable;

    /**
     * Reads a value from whatever bytes a peer has sent. Classes are to be looked up by {@link Shapes#find} alone, lengths
     * shown to {@link Reading#room} before anything is allocated for them, and what nests deeper than
     * {@link Reading#depth} ended by {@link Reading#tooDeep}. Whatever this throws becomes a
     * {@link dev.wherry.spi.CodecException}.
     */
    Object read(Reading from) throws Throwable;
}
