package dev.wherry.internal.invoke;

/** How a method hands its outcome to its caller; its return type decides. */
public enum Style {
    /** The caller waits for the value. */
    SYNC,
    /** The caller gets a {@code CompletableFuture} or {@code CompletionStage}. */
    FUTURE,
    /** The caller learns nothing. */
    ONE_WAY
}
