package dev.wherry.internal.session;

import dev.wherry.internal.wire.OutboundCapacity;
import java.util.concurrent.TimeUnit;

/** The capacity of all links that the answers of one outbox hold: those that wait, and those that are still to be made. Guarded by it. */
final class AnswerCapacity {
    /** Unsent bytes of one link that do not count against the capacity of all links. */
    static final int SPARED = 1 << 16;

    /** How often a waiting thread checks for capacity that other sessions have given back. */
    private static final long CHECK = TimeUnit.MILLISECONDS.toNanos(50);

    private final OutboundCapacity.SessionShare all;
    private long taken;
    private long reserved;
    private boolean closed;

    AnswerCapacity(OutboundCapacity.SessionShare all) {
        this.all = all;
    }

    /** Takes capacity for one more answer, in steps, so that many short ones take it once. Returns false if there is none. */
    boolean takes(long unsent, int size) {
        long more = unsent + size - SPARED - (taken - reserved);
        if (more <= 0) {
            return true;
        }
        long step = Math.max(more, SPARED);
        if (!all.take(step)) {
            step = more;
            if (!all.take(step)) {
                return false;
            }
        }
        taken += step;
        return true;
    }

    /** Gives back what is not needed for so many unsent bytes. */
    void give(long unsent) {
        long unused = taken - reserved - Math.max(0, unsent - SPARED);
        if (unused > SPARED || (unused > 0 && unsent <= SPARED)) {
            taken -= unused;
            all.give(unused);
        }
    }

    /**
     * Waits until capacity can be reserved for an answer that is likely to be so large.
     *
     * @param lock that guards this; waiting gives it up
     * @return the number of bytes; 0 if it took too long
     */
    int reserve(int bytes, long nanos, Object lock) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        int likely = 0;
        while (!closed && (likely = reserve(bytes)) == 0) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return 0;
            }
            TimeUnit.NANOSECONDS.timedWait(lock, Math.min(left, CHECK));
        }
        return likely;
    }

    private int reserve(int bytes) {
        int likely = (int) Math.min(bytes, all.most() / 2);
        if (!all.take(likely)) {
            return 0;
        }
        taken += likely;
        reserved += likely;
        return likely;
    }

    void unreserve(int bytes) {
        reserved -= closed ? 0 : bytes;
    }

    boolean isReserved() {
        return reserved > 0;
    }

    /** Whether answers wait for which capacity was taken. */
    boolean isHeld() {
        return taken > reserved;
    }

    void close() {
        closed = true;
        all.give(taken);
        taken = 0;
        reserved = 0;
    }
}
