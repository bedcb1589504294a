package dev.wherry;

/** How far a one-way call is delivered before its caller continues. */
public enum Delivery {
    /**
     * Passed to a worker thread on the caller's side. This costs the caller least, and no failure is reported to it, not even
     * that of a bad argument. Waiting calls count as in flight: above the limit {@code callsInFlight}, callers wait, and fail
     * at their deadline. In a variant that is {@linkplain CallOptions.Builder#ordered ordered} the caller sends the call itself,
     * so that no later call overtakes it.
     */
    QUEUED,
    /** Encoded and written to the link by the caller. The default. */
    SENT,
    /** Accepted by the server: the arguments are decoded, and the method will run. */
    ACCEPTED
}
