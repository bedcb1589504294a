package dev.wherry;

/** The progress of a one-way call when it returns to its caller. */
public enum Delivery {
    /**
     * Queued at the caller's side: the cheapest, and the caller is notified of no failure, not even of a bad argument.
     * Queued calls count as in flight: above the limit {@code callsInFlight} callers wait, until their deadline. An
     * {@linkplain CallOptions.Builder#ordered ordered} call is sent by the caller itself, so that no other call
     * overtakes it.
     */
    QUEUED,
    /** Encoded and written to the link by the caller. The default. */
    SENT,
    /** Accepted by the server: decoded and started, not finished. */
    ACCEPTED
}
