package dev.wherry.codec.compact;

/** Writes and reads the members of one record or class. Public because generated classes extend it. */
public abstract class Body {
    protected Body() {}

    /** Writes all members in their order. */
    public abstract void write(Object value, Writer to) throws Throwable;

    /** Makes an object of the members that are read; a class gives it to {@code slot} before it reads them. */
    public abstract Object read(Reader from, int slot) throws Throwable;

    /** For generated handlers. */
    protected static RuntimeException at(dev.wherry.spi.CodecException failure, String[] names, int member) {
        return Trail.member(failure, names, member);
    }
}
