package dev.wherry.codec.library;

import dev.wherry.spi.Encoding;
import dev.wherry.spi.Out;
import org.jspecify.annotations.Nullable;

/**
 * A value that a library is writing: 1, then the library's bytes with their length; or 2, then what travels aside with its
 * length as an {@code int}, in the order in which the library comes by it, then the library's bytes with theirs; or 3, then
 * the value as codec {@code compact} writes it. For one thread at a time.
 */
public final class Writing {
    static final int NULL = 0;
    static final int WHOLE = 1;
    static final int WITH_ASIDE = 2;
    static final int ALL_ASIDE = 3;
    /** Added to the first two where an object of the value leads back to itself. */
    static final int CYCLIC = 4;

    static final int VALUE = 0;
    /** Of peers that send references so; this end sends a value that holds one as {@link #ALL_ASIDE}. */
    static final int REFERENCE = 1;

    private final LibraryTypes types;
    private final Encoding to;
    private final Walk walk;
    private final int start;
    private final int cyclic;

    Writing(LibraryTypes types, Encoding to, Walk walk) {
        this.types = types;
        this.to = to;
        this.walk = walk;
        this.cyclic = walk.cyclic() ? CYCLIC : 0;
        start = to.out().size();
        to.out().writeByte(WHOLE | this.cyclic);
        to.state(null); // what travels aside refers to nothing in another value
    }

    /**
     * What is in an object of the value whose class {@link Shapes#isFilled}: a set's elements, each key of a map with its value
     * behind it, what an Externalizable object writes. Not to be changed.
     */
    public @Nullable Object[] parts(Object object) {
        return walk.parts(object);
    }

    /** Writes what the library does not carry: what is {@link Shapes#isAside}. The reader gets it back in the same order. */
    public void aside(Object value) {
        Out out = to.out();
        if (out.size() == start + 1) {
            out.size(start);
            out.writeByte(WITH_ASIDE | cyclic);
            out.writeInt(0);
        }
        out.writeByte(VALUE);
        types.aside().encode(value, to);
    }

    /** The number by which the session knows a class; its name goes over each link once. */
    public int type(Class<?> type) {
        return to.define(types.shapes().definition(type));
    }

    /** Takes the library's bytes, which are copied. */
    public void done(byte[] bytes, int offset, int length) {
        Out out = to.out();
        if (out.size() > start + 1) {
            out.patchInt(start + 1, out.size() - start - 5);
        }
        out.writeSize(length);
        out.write(bytes, offset, length);
    }
}
