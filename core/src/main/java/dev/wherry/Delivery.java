package dev.wherry;

/** How far a one-way call has come when it returns to its caller. */
public enum Delivery {
    /**
     * Handed to a worker on the caller's side: the cheapest, and the caller learns nothing, not even of a bad argument.
     * What waits there counts as in flight: past the limit {@code callsInFlight} callers wait, until their deadline.
     * Through a variant that is {@linkplain CallOptions.Builder#ordered ordered} the caller sends it itself, so that nothing overtakes it.
     */
    QUEUED,
    /** Encoded and written to the link by the caller. The default. */
    SENT,
    /** Taken in by the server: decoded and started, not finished. */
    ACCEPTED
}
