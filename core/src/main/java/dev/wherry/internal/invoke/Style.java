package dev.wherry.internal.invoke;

/** The way in which a method returns its outcome to its caller. */
public enum Style {
    /** The caller waits for the value. */
    SYNC,
    /** The caller gets a {@code CompletableFuture} or {@code CompletionStage}. */
    FUTURE,
    /** The caller learns nothing. */
    ONE_WAY
}
