package dev.wherry.codec.library;

/** A serialization library, set up for the types of one interface. For any thread. */
public interface Library {
    /**
     * Writes a whole value, and passes the bytes to {@link Writing#done}. The value has been checked before: all its classes
     * may travel, it keeps the limits, and each cycle in it can be rebuilt. The stack is large enough for it. Each exception
     * becomes a {@link dev.wherry.spi.CodecException}.
     */
    void write(Object value, Writing to) throws Throwable;

    /**
     * Reads a value from the bytes of a peer, which may be malformed. The library must look up classes by {@link Shapes#find}
     * alone, and pass each length to {@link Reading#room} before it allocates memory. It must throw {@link Reading#tooDeep}
     * where values nest deeper than {@link Reading#depth}. Each exception becomes a {@link dev.wherry.spi.CodecException}.
     */
    Object read(Reading from) throws Throwable;
}
