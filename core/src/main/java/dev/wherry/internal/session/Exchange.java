package dev.wherry.internal.session;

/** One call, seen by its caller: encode into the message, await the answer, decode it, end. */
sealed interface Exchange permits Lane, PendingCall {
    OutboundMessage message();

    /** Sends the message and waits for the answer: a result or a failure, not decoded yet. */
    InboundMessage await() throws Throwable;

    /** Always called, whatever happened before. */
    void end();
}
