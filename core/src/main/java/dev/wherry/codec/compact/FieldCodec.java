package dev.wherry.codec.compact;

/** Writes and reads the members of one record or class. Public because generated classes extend it. */
public abstract class FieldCodec {
    protected FieldCodec() {}

    /** Writes all members in their order. */
    public abstract void write(Object value, Writer to) throws Throwable;

    /** Makes an object of the members that are read; a class registers it under {@code id} before it reads them. */
    public abstract Object read(Reader from, int id) throws Throwable;

    /** For generated handlers. */
    protected static RuntimeException at(dev.wherry.spi.CodecException failure, String[] names, int member) {
        return ErrorPath.member(failure, names, member);
    }
}
