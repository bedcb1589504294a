package dev.wherry.internal.loop;

/** The output to a peer. It can be held back for a moment, so that much is written at once. For any thread. */
public interface Batching {
    /** Keeps what is sent from now on until {@link #release}, so that it is written together. */
    default void hold() {}

    void release();
}
