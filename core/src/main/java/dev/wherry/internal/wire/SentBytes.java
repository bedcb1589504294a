package dev.wherry.internal.wire;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of a main link that are to be written, or were written and are not acknowledged. If the link breaks, the next one
 * carries again what the peer has not received. A position is the number of bytes before it since the session began. All
 * positions that the sides exchange lie between two frames. Guarded by its owner.
 */
public final class SentBytes {
    /** How many may be unacknowledged: more are not written. */
    public static final int MOST = 1 << 20;

    /** As many are kept without a share of the budget: four of the longest frames. */
    private static final int LEAST = 4 * (Frame.HEADER + Frame.FRAGMENT);

    private static final int FIRST = 1 << 12;
    private static final byte[] NONE = {};

    /** The memory that all sessions of an endpoint share. For any thread. */
    public static final class Budget {
        private final long most;
        private final AtomicLong taken = new AtomicLong();

        /** @param most bytes, beyond the few that each session has */
        public Budget(long most) {
            this.most = most;
        }

        private boolean take(int bytes) {
            return taken.getAndUpdate(now -> now + bytes <= most ? now + bytes : now) + bytes <= most;
        }

        private void give(int bytes) {
            taken.addAndGet(-bytes);
        }

        long taken() {
            return taken.get();
        }
    }

    private final Budget budget;
    /** Whether written bytes are kept until they are acknowledged. */
    private final boolean keeps;

    private byte[] bytes = NONE;
    /** Bytes of the budget that it holds. */
    private int share;
    /** The position of the first byte in the array. */
    private long base;
    /** Indexes into the array: the first byte that is kept, the first that is to be written, and the end. */
    private int first;

    private int next;
    private int end;
    private boolean used;
    /** The position that was acknowledged last. The write of what is before it may not have been recorded yet. */
    private long acknowledged;

    /** @param keeps whether sessions of this peer are resumed, so that it acknowledges what it has received */
    public SentBytes(Budget budget, boolean keeps) {
        this.budget = budget;
        this.keeps = keeps;
    }

    /** Returns whether both sides acknowledge what they have received. */
    public boolean areKept() {
        return keeps;
    }

    /** Returns how many bytes may be added now. */
    public int capacity() {
        return Math.max(0, MOST - (end - first));
    }

    /** Adds whole frames. Returns false if there is no memory left for them in the budget: then nothing is added. */
    public boolean add(byte[] from, int offset, int length) {
        if (!makeSpace(length)) {
            return false;
        }
        System.arraycopy(from, offset, bytes, end, length);
        end += length;
        used = true;
        return true;
    }

    private boolean makeSpace(int more) {
        int live = end - first;
        if (end + more <= bytes.length) {
            return true;
        }
        if (live + more <= bytes.length / 2 || (live == 0 && more <= bytes.length)) {
            move(bytes);
            return true;
        }
        int size = Math.max(FIRST, Integer.highestOneBit(2 * (live + more) - 1));
        int needed = Math.max(0, size - LEAST) - share;
        if (needed > 0 && !budget.take(needed)) {
            if (live + more > bytes.length) {
                return growsInLeast(live, more);
            }
            move(bytes);
            return true;
        }
        share += Math.max(0, needed);
        move(new byte[size]);
        return true;
    }

    /** Without the budget there is still the least size. */
    private boolean growsInLeast(int live, int more) {
        if (live + more > LEAST || bytes.length >= LEAST) {
            return false;
        }
        move(new byte[LEAST]);
        return true;
    }

    private void move(byte[] to) {
        System.arraycopy(bytes, first, to, 0, end - first);
        bytes = to;
        base += first;
        next -= first;
        end -= first;
        first = 0;
    }

    // ---- writing

    /** Returns how many bytes are to be written. */
    public int unwritten() {
        return end - next;
    }

    /** Returns the array of the bytes that are to be written, which start at {@link #offset()}. */
    public byte[] array() {
        return bytes;
    }

    public int offset() {
        return next;
    }

    /** Records that the link has accepted so many. */
    public void wrote(int count) {
        next += count;
        if (!keeps) {
            acknowledged = base + next;
        }
        forget();
    }

    // ---- acknowledging

    /**
     * Records that the peer has received all before a position.
     *
     * @throws ProtocolException if it cannot have
     */
    public void acknowledge(long position) {
        check(position);
        acknowledged = Math.max(acknowledged, position);
        forget();
    }

    /** Returns the position that was acknowledged last. */
    public long acknowledged() {
        return acknowledged;
    }

    /**
     * Writes again, by the next link, all that the peer has not received.
     *
     * @throws ProtocolException if the position is not one that the peer can be at: then everything is dropped
     */
    public void resume(long position) {
        try {
            if (position != 0 || keeps) {
                check(position);
            }
        } catch (ProtocolException e) {
            clear();
            throw e;
        }
        next = (int) (position - base);
        acknowledged = position;
        forget();
    }

    private void check(long position) {
        if (!keeps) {
            throw ProtocolException.breach("Bytes were acknowledged though the session is not to be resumed");
        }
        if (position < base + first || position > base + end) {
            throw ProtocolException.breach("The bytes up to " + position + " were acknowledged; " + (base + first)
                    + " to " + (base + end) + " were expected");
        }
    }

    private void forget() {
        first = Math.max(first, (int) Math.min(next, acknowledged - base));
        if (first == end) {
            base += first;
            first = 0;
            next = 0;
            end = 0;
        }
    }

    // ---- memory

    /** Gives back the memory if nothing was added since the last call, and nothing is kept. */
    public void trim() {
        if (!used && end == 0) {
            clear();
        }
        used = false;
    }

    /** Drops everything. */
    public void clear() {
        base += end;
        first = 0;
        next = 0;
        end = 0;
        bytes = NONE;
        budget.give(share);
        share = 0;
    }
}
