package dev.wherry.internal.session;

import dev.wherry.internal.wire.OutboundCapacity;

/** The capacity of all links that the answers of one outbox hold: those that wait, and those that are still to be made. Guarded by it. */
final class AnswerCapacity {
    /** Unsent bytes of one link that do not count against the capacity of all links. */
    static final int SPARED = 1 << 16;

    private final OutboundCapacity.SessionShare all;
    private long taken;
    private long reserved;

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

    /** Reserves capacity for an answer that is likely to be so large. Returns the number of bytes; 0 if there is none. */
    int reserve(int bytes) {
        int likely = (int) Math.min(bytes, all.most() / 2);
        if (!all.take(likely)) {
            return 0;
        }
        taken += likely;
        reserved += likely;
        return likely;
    }

    void unreserve(int bytes) {
        reserved -= bytes;
    }

    boolean isReserved() {
        return reserved > 0;
    }

    /** Whether answers wait for which capacity was taken. */
    boolean isHeld() {
        return taken > reserved;
    }

    void close() {
        all.give(taken);
        taken = 0;
        reserved = 0;
    }
}
