package dev.wherry.spi;

import dev.wherry.Limits;
import org.jspecify.annotations.Nullable;

/** One message being decoded. A session provides it; codecs use it. For one thread at a time. */
public abstract class Decoding {
    private final In in;
    private int length;
    private @Nullable Object state;
    private @Nullable Object account;

    protected Decoding(In in) {
        this.in = in;
        begin();
    }

    /** Starts the next message, which is all that {@link #in} has left to read. */
    protected final void begin() {
        length = in.remaining();
        state = null;
        account = null;
    }

    /** Returns how many bytes the message had when it began. */
    public final int length() {
        return length;
    }

    public final In in() {
        return in;
    }

    /**
     * Returns what the peer has defined under this number.
     *
     * @throws CodecException if there is no such definition
     */
    public abstract Definition definition(int number);

    /**
     * Reads a reference: a stub, or the object itself if it is an object of this side.
     *
     * @param declared the interface that the result must implement; {@code Object.class} where the declared type is open
     * @param types of the call, which say what else a stub may implement
     */
    public abstract Object readReference(Class<?> declared, Types types);

    public abstract Limits limits();

    /**
     * Throws if the deadline of the call has passed that waits for this message. Codecs call it now and then while
     * they read much, and do not catch what it throws.
     */
    public void checkTime() {}

    /**
     * Counts memory that a reader keeps for a definition until the session ends, once for each reader of a definition. Called
     * before that memory is allocated.
     *
     * @throws CodecException if the session has no capacity for it
     */
    public void keep(int definition, Object reader, long bytes) {}

    /**
     * Reserves memory for values of this message that need far more memory than their bytes. It is released when the
     * call ends, or when the answer has been read. Called before the memory is allocated.
     *
     * @throws CodecException if the endpoint has no capacity for it
     */
    public void hold(long bytes) {}

    /** How many definitions of this session are of other versions of a class than the one here, this definition included. */
    public int versions(int definition, Class<?> type) {
        return 1;
    }

    /** Returns what a codec has stored for this message; null at the start of each message. */
    public final @Nullable Object state() {
        return state;
    }

    public final void state(@Nullable Object state) {
        this.state = state;
    }

    /**
     * Returns what all codecs that read parts of this message count together, such as the work that is left for it.
     * Null at the start of each message.
     */
    public final @Nullable Object account() {
        return account;
    }

    public final void account(@Nullable Object account) {
        this.account = account;
    }
}
