package dev.wherry.internal.loop;

/** What is sent to a peer, which can be held back for a moment, so that much is written at once. For any thread. */
public interface Batching {
    /** Keeps what is sent from now on until {@link #release}, so that it is written together. */
    void hold();

    void release();
}
