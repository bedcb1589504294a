package dev.wherry.internal.wire;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of a main link that are to be written, or were written and are not acknowledged. If the link breaks, the next one
 * carries again what the peer has not received. A position is the number of bytes before it since the session began. All
 * positions that the sides exchange lie between two frames. The bytes are in a ring, whose length is a power of two. Guarded by
 * its owner.
 */
public final class SentBytes {
    /** How many may be unacknowledged: more are not written. */
    public static final int MOST = 1 << 20;

    /** As many are kept without a share of the budget: three of the longest frames, and a little more. */
    private static final int LEAST = 4 * Frame.FRAGMENT;

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
    /** Positions: of the first byte that is kept, of the first that is to be written, and of the end. */
    private long first;

    private long next;
    private long end;
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
        return MOST - kept();
    }

    /** Adds whole frames. Returns false if there is no memory left for them in the budget: then nothing is added. */
    public boolean add(byte[] from, int offset, int length) {
        if (!makeSpace(length)) {
            return false;
        }
        put(end, from, offset, length);
        end += length;
        used = true;
        return true;
    }

    private int kept() {
        return (int) (end - first);
    }

    private int index(long position) {
        return (int) (position & Math.max(0, bytes.length - 1));
    }

    private void put(long position, byte[] from, int offset, int length) {
        int at = index(position);
        int upToTheEnd = Math.min(length, bytes.length - at);
        System.arraycopy(from, offset, bytes, at, upToTheEnd);
        System.arraycopy(from, offset + upToTheEnd, bytes, 0, length - upToTheEnd);
    }

    private boolean makeSpace(int more) {
        int all = kept() + more;
        if (all <= bytes.length) {
            return true;
        }
        int size = Math.max(FIRST, Integer.highestOneBit(2 * all - 1));
        int needed = Math.max(0, size - LEAST) - share;
        if (needed > 0) {
            if (!budget.take(needed)) {
                return false;
            }
            share += needed;
        }
        grow(size);
        return true;
    }

    private void grow(int size) {
        byte[] before = bytes;
        int at = index(first);
        bytes = new byte[size];
        int upToTheEnd = Math.min(kept(), before.length - at);
        put(first, before, at, upToTheEnd);
        put(first + upToTheEnd, before, 0, kept() - upToTheEnd);
    }

    // ---- writing

    /** Returns how many bytes are to be written. */
    public int unwritten() {
        return (int) (end - next);
    }

    /** Returns the array that has the first of the bytes to be written, {@link #length()} from {@link #offset()} on. */
    public byte[] array() {
        return bytes;
    }

    public int offset() {
        return index(next);
    }

    /** Returns how many of the bytes to be written stand together; 0 only if there are none. */
    public int length() {
        return Math.min(unwritten(), bytes.length - offset());
    }

    /** Records that the link has accepted so many. */
    public void wrote(int count) {
        next += count;
        if (!keeps) {
            acknowledged = next;
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
        next = position;
        acknowledged = position;
        forget();
    }

    private void check(long position) {
        if (!keeps) {
            throw ProtocolException.breach("Bytes were acknowledged though the session is not to be resumed");
        }
        if (position < first || position > end) {
            throw ProtocolException.breach(
                    "The bytes up to " + position + " were acknowledged; " + first + " to " + end + " were expected");
        }
    }

    private void forget() {
        first = Math.max(first, Math.min(next, acknowledged));
    }

    // ---- memory

    /** Gives back the memory if nothing was added since the last call, and nothing is kept. */
    public void trim() {
        if (!used && first == end) {
            clear();
        }
        used = false;
    }

    /** Drops everything. */
    public void clear() {
        first = end;
        next = end;
        bytes = NONE;
        budget.give(share);
        share = 0;
    }
}
