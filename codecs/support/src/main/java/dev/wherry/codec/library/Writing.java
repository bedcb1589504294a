package dev.wherry.codec.library;

import dev.wherry.spi.Encoding;
import dev.wherry.spi.Out;
import org.jspecify.annotations.Nullable;

/**
 * A value that a library is writing. A byte says which form follows:
 *
 * <ul>
 *   <li>1: the length of the library's bytes, and these.
 *   <li>2: the parts that travel aside, in the order in which the library reaches them, with their length as an {@code int}.
 *       The library's bytes follow, with their length.
 *   <li>3: the value as codec {@code compact} writes it.
 * </ul>
 *
 * <p>For one thread at a time.
 */
public final class Writing {
    static final int NULL = 0;
    static final int WHOLE = 1;
    static final int WITH_ASIDE = 2;
    static final int ALL_ASIDE = 3;
    /** Added to the first two forms if an object of the value leads back to itself. */
    static final int CYCLIC = 4;

    static final int VALUE = 0;
    /** The form of peers that send references so. This end sends a value that holds one as {@link #ALL_ASIDE}. */
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
        to.state(null); // parts that travel aside do not refer to other values
    }

    /**
     * Returns the parts of an object of the value whose class {@link Shapes#isFilled}. These are the elements of a set, the keys
     * of a map with their values behind them, or what an Externalizable object writes. The array must not be changed.
     */
    public @Nullable Object[] parts(Object object) {
        return walk.parts(object);
    }

    /** Writes an object that the library does not carry, see {@link Shapes#isAside}. The reader gets them in the same order. */
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

    /** Returns the number by which the session knows a class. The name is sent once over each link. */
    public int type(Class<?> type) {
        return to.define(types.shapes().definition(type));
    }

    /** Accepts the library's bytes, and copies them. */
    public void done(byte[] bytes, int offset, int length) {
        Out out = to.out();
        if (out.size() > start + 1) {
            out.patchInt(start + 1, out.size() - start - 5);
        }
        out.writeSize(length);
        out.write(bytes, offset, length);
    }
}
