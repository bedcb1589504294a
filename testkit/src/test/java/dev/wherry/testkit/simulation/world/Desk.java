package dev.wherry.testkit.simulation.world;

import dev.wherry.ByReference;
import dev.wherry.Idempotent;
import dev.wherry.Once;
import dev.wherry.OneWay;
import java.util.concurrent.CompletableFuture;

/** The interface that the simulated servers serve. The first argument of each call is its number in the {@link Journal}. */
public interface Desk {
    /** Answers at once. */
    long add(int call);

    /** Answers after a while, and may run more than once. */
    @Idempotent
    long read(int call, int millis);

    /** Answers after a while, and is recorded by the ledger of the server. */
    @Once
    long pay(int call, int millis);

    /** Answers later, by a future. */
    CompletableFuture<Long> later(int call, int millis);

    /** Has no answer. */
    @OneWay
    void note(int call);

    /** Answers after a while. */
    long wait(int call, int millis);

    /** Returns what it gets. */
    byte[] copy(int call, byte[] bytes);

    /** Rings a bell of the caller so often. */
    long ring(int call, Bell bell, int times);

    /** Returns a new counter. */
    Counter counter(int call);

    /** An object of a caller. */
    @ByReference
    interface Bell {
        /** Rings. */
        long ring(int call);
    }

    /** An object of a server. */
    @ByReference
    interface Counter {
        /** Counts. */
        long next(int call);
    }
}
