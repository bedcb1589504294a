package dev.wherry.spi;

import dev.wherry.Limits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message being encoded: its bytes, and the references in it. A session provides it; codecs use it. For one thread
 * at a time.
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

    /** Returns the number of a definition in this session, and sends the definition to the peer before the message. */
    public abstract int define(Definition definition);

    /**
     * Returns whether an object is a stub, was exported by this session, or is bound under a name. Where the declared
     * type is open, such an object is sent by reference unless it may be sent by value.
     */
    public abstract boolean travelsByReference(Object value);

    /**
     * Writes a reference to {@code object}, self-delimiting.
     *
     * @param as the by-reference interface in the signature, or several where a codec does not know which one it is;
     *     empty where the declared type is open
     */
    public abstract void writeReference(Object object, List<Class<?>> as);

    /** Returns the limits of this side; those of the peer may differ. */
    public abstract Limits limits();

    /** Drops what was written from {@code size} on, with the references in it. */
    public void cut(int size) {
        out.size(size);
    }

    /**
     * Returns what a codec has stored for this message, such as the objects seen; null at the start of each message.
     */
    public final @Nullable Object state() {
        return state;
    }

    public final void state(@Nullable Object state) {
        this.state = state;
    }
}
