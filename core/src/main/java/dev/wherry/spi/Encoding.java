package dev.wherry.spi;

import dev.wherry.Limits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message being encoded: where its bytes go, and what it may refer to. A session provides it; codecs use it. For
 * one thread at a time.
 */
public abstract class Encoding {
    private final Out out;
    private @Nullable Object state;

    protected Encoding(Out out) {
        this.out = out;
    }

    public final Out out() {
        return out;
    }

    /** The number of a definition in this session; sees to it that the definition reaches the peer before the message. */
    public abstract int define(Definition definition);

    /**
     * True for stubs, for objects that this session has exported and for those that are bound under a name: where the
     * declared type is open, and they may not travel by value, they travel by reference.
     */
    public abstract boolean travelsByReference(Object value);

    /**
     * Writes a reference to {@code object}, self-delimiting.
     *
     * @param as the by-reference interface that stands in the signature, or several where a codec cannot tell which one
     *     does; empty where the declared type is open
     */
    public abstract void writeReference(Object object, List<Class<?>> as);

    /** What this side sets itself; the peer's may be others. */
    public abstract Limits limits();

    /** Drops what was written from {@code size} on, with the references in it. */
    public void cut(int size) {
        out.size(size);
    }

    /** What a codec has kept for this message, such as the objects seen; null at the start of each message. */
    public final @Nullable Object state() {
        return state;
    }

    public final void state(@Nullable Object state) {
        this.state = state;
    }
}
