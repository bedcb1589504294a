package dev.wherry.spi;

import dev.wherry.Limits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message being encoded: its bytes and the objects that it may refer to. A session provides it; codecs use it. For
 * one thread at a time.
 */
public abstract class Encoding {
    private final Out out;
    private @Nullable Object state;

    /** Creates an encoding that writes its messages to {@code out}. */
    protected Encoding(Out out) {
        this.out = out;
    }

    /** Returns the bytes of the message, to which codecs write. */
    public final Out out() {
        return out;
    }

    /** Returns the number of a definition in this session. The definition is sent to the peer before the message. */
    public abstract int define(Definition definition);

    /**
     * Returns whether an object is sent by reference if the declared type is open and its class may not be sent by value. True
     * for stubs, for objects that this session has exported and for objects that are bound under a name.
     */
    public abstract boolean travelsByReference(Object value);

    /**
     * Writes a reference to {@code object}, self-delimiting.
     *
     * @param as the by-reference interface that stands in the signature, or several if a codec does not know which one
     *     does; empty where the declared type is open
     */
    public abstract void writeReference(Object object, List<Class<?>> as);

    /** Returns the limits of this side; those of the peer may differ. */
    public abstract Limits limits();

    /** Drops what was written from {@code size} on, with the references in it. */
    public void cut(int size) {
        out.size(size);
    }

    /** Returns the state that a codec has kept for this message, such as the objects seen; null at its start. */
    public final @Nullable Object state() {
        return state;
    }

    /** Sets the state that a codec keeps for this message. */
    public final void state(@Nullable Object state) {
        this.state = state;
    }
}
