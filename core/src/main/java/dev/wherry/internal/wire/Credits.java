package dev.wherry.internal.wire;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts one-way calls that are done and not yet reported to the peer. Many are reported at a time. The last one that is under
 * way reports the rest. For any thread.
 */
public final class Credits {
    /** So many are reported at once, even if others are under way. */
    static final int MOST = 64;

    private final AtomicInteger unreported = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();

    /** Records that a one-way call was accepted. */
    public void begin() {
        underWay.incrementAndGet();
    }

    /**
     * Records that an accepted call is done.
     *
     * @param answered whether it had an answer instead of a credit
     * @return how many calls to report to the peer now; 0: none
     */
    public int done(boolean answered) {
        int now = answered ? unreported.get() : unreported.incrementAndGet();
        return underWay.decrementAndGet() == 0 || now >= MOST ? unreported.getAndSet(0) : 0;
    }
}
