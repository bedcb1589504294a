package dev.wherry.internal.wire;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * One-way calls that are done and of which the peer was not told yet. It is told of many at a time; the last one that is
 * under way tells the rest. For any thread.
 */
public final class Credits {
    /** Told at once, however many are under way still. */
    static final int MOST = 64;

    private final AtomicInteger untold = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();

    /** A one-way call was taken in. */
    public void begin() {
        underWay.incrementAndGet();
    }

    /**
     * One that was taken in is done.
     *
     * @param answered whether it had an answer of its own, in place of a credit
     * @return of how many calls the peer is to be told now; 0: of none
     */
    public int done(boolean answered) {
        int now = answered ? untold.get() : untold.incrementAndGet();
        return underWay.decrementAndGet() == 0 || now >= MOST ? untold.getAndSet(0) : 0;
    }
}
