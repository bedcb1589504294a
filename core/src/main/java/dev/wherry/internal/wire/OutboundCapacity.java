package dev.wherry.internal.wire;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of an endpoint for answers that its peers have not read yet. One session may hold as much of it as is left for
 * all others, so that a peer that reads slowly leaves capacity for the rest. For any thread.
 */
public final class OutboundCapacity {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    public OutboundCapacity(long most) {
        this.most = most;
    }

    public long taken() {
        return taken.get();
    }

    /** Why an answer is refused, after "... was dropped: ". */
    public String isFull() {
        return "its peer reads answers too slowly, and those that wait may have " + most
                + " bytes together (as many as limit 'inboundBytes')";
    }

    /** Returns the share of one session, which holds nothing. */
    public SessionShare share() {
        return new SessionShare(this);
    }

    /** The capacity that the answers of one session hold. For any thread. */
    public static final class SessionShare {
        private final OutboundCapacity whole;
        private final AtomicLong held = new AtomicLong();

        private SessionShare(OutboundCapacity whole) {
            this.whole = whole;
        }

        /** Returns false if there is not that much left for this session; then nothing is taken. */
        public boolean take(long bytes) {
            long own = held.addAndGet(bytes);
            long before = whole.taken.getAndUpdate(all -> fits(own, bytes, all) ? all + bytes : all);
            if (fits(own, bytes, before)) {
                return true;
            }
            held.addAndGet(-bytes);
            return false;
        }

        /** A session that holds nothing else may have any answer that fits. */
        private boolean fits(long own, long bytes, long before) {
            long left = whole.most - before - bytes;
            return left >= 0 && (own == bytes || own <= left);
        }

        public void give(long bytes) {
            held.addAndGet(-bytes);
            whole.taken.addAndGet(-bytes);
        }

        /** Returns the bytes that all sessions may hold. */
        public long most() {
            return whole.most;
        }

        public String isFull() {
            return whole.isFull();
        }
    }
}
