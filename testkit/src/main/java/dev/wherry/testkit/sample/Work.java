package dev.wherry.testkit.sample;

import dev.wherry.Timeout;
import dev.wherry.Uninterruptible;
import java.util.concurrent.CompletableFuture;

/** A service whose methods may take long. */
public interface Work {
    int quick(int number);

    void block() throws InterruptedException;

    @Timeout(millis = 200)
    void blockBriefly() throws InterruptedException;

    @Uninterruptible
    void blockDeaf() throws InterruptedException;

    CompletableFuture<Void> blockLater();

    /** Returns the milliseconds left for the call that is being served, or -1 if it has no deadline. */
    long timeLeft();
}
