package dev.wherry.spi;

import dev.wherry.Limits;
import org.jspecify.annotations.Nullable;

/** One message being decoded. A session provides it; codecs use it. For one thread at a time. */
public abstract class Decoding {
    private final In in;
    private int length;
    private @Nullable Object state;
    private @Nullable Object account;

    /** Creates a decoding whose first message is all that {@code in} has left to read. */
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

    /** How many bytes the message had when it began. */
    public final int length() {
        return length;
    }

    /** Returns the bytes of the message, from which codecs read. */
    public final In in() {
        return in;
    }

    /** Returns the definition that the peer has sent under this number; a {@link CodecException} if it has not. */
    public abstract Definition definition(int number);

    /**
     * Reads a reference: a stub, or the object itself if it comes home.
     *
     * @param declared the interface that the result must implement; {@code Object.class} where the declared type is open
     * @param types of the call, which decide what else a stub may implement
     */
    public abstract Object readReference(Class<?> declared, Types types);

    /** Returns the limits of this side. */
    public abstract Limits limits();

    /**
     * Throws if the caller who waits for what this message brings has waited for as long as it would. Codecs call it now and
     * then while they read much, and pass on what it throws.
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
     * Reserves memory for values of this message that need far more of it than their bytes. It is released when the call ends,
     * or when the answer has been read. Called before that memory is allocated.
     *
     * @throws CodecException if the endpoint has no capacity for it
     */
    public void hold(long bytes) {}

    /** Returns the number of definitions of other versions of a class in this session, this definition included. */
    public int versions(int definition, Class<?> type) {
        return 1;
    }

    /** Returns the state that a codec has kept for this message; null at the start of each message. */
    public final @Nullable Object state() {
        return state;
    }

    /** Sets the state that a codec keeps for this message. */
    public final void state(@Nullable Object state) {
        this.state = state;
    }

    /**
     * Returns the common account of all codecs that read parts of this message, such as the work that it may still cause; null
     * at the start of each message.
     */
    public final @Nullable Object account() {
        return account;
    }

    /** Sets the account that {@link #account()} returns until the message ends. */
    public final void account(@Nullable Object account) {
        this.account = account;
    }
}
