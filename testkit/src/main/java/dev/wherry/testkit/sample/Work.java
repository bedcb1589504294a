package dev.wherry.testkit.sample;

import dev.wherry.Timeout;
import dev.wherry.Uninterruptible;
import java.util.concurrent.CompletableFuture;

/** Calls that may take their time. */
public interface Work {
    int quick(int number);

    void block() throws InterruptedException;

    @Timeout(millis = 200)
    void blockBriefly() throws InterruptedException;

    @Uninterruptible
    void blockDeaf() throws InterruptedException;

    CompletableFuture<Void> blockLater();

    /** Milliseconds left for the call being served; -1: it has no deadline. */
    long timeLeft();
}
