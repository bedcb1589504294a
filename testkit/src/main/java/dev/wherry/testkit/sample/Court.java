package dev.wherry.testkit.sample;

import dev.wherry.ByReference;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Calls that call back. */
public interface Court {
    /** Asks each watcher and adds up. */
    int ask(List<Watcher> watchers, int number);

    CompletableFuture<Integer> askLater(Watcher watcher, int number);

    /** Plays with the caller's ball: the depth that was reached. */
    int play(Ball ball, int times);

    /** Goes from side to side. */
    @ByReference
    interface Ball {
        /** Bounces {@code times} times more, each time at the other side. */
        int bounce(Ball other, int times);
    }
}
