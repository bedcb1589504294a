package dev.wherry.testkit.sample;

import dev.wherry.ByReference;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A service whose methods call back. */
public interface Court {
    /** Calls each watcher and returns the sum. */
    int ask(List<Watcher> watchers, int number);

    CompletableFuture<Integer> askLater(Watcher watcher, int number);

    /** Plays with the caller's ball. Returns the depth that was reached. */
    int play(Ball ball, int times);

    /** An object that calls its counterpart at the other side. */
    @ByReference
    interface Ball {
        /** Bounces {@code times} more times, alternately at each side. */
        int bounce(Ball other, int times);
    }
}
