package dev.wherry.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Takes what the peer writes. Its own index is kept here: what stands in the memory is for the peer alone. */
final class RingReader {
    private final MemorySegment ring;
    private final int capacity;
    private final End mine;
    private final End theirs;
    private final Lifetime lifetime;
    private final Waiter waiter;
    private long head;
    private boolean sleepsAtOnce;

    RingReader(MemorySegment ring, End mine, End theirs, Lifetime lifetime, Waiting waiting) {
        this.ring = ring;
        this.capacity = (int) ring.byteSize();
        this.mine = mine;
        this.theirs = theirs;
        this.lifetime = lifetime;
        this.waiter = new Waiter(mine, theirs, lifetime, End.DATA, waiting);
    }

    /** How many bytes there are, at least one; -1 once the peer has closed and all is read. */
    int await() throws IOException {
        while (true) {
            boolean last = theirs.isClosed(); // before the tail: what was written before the end is still read
            long available = theirs.tail() - head;
            if (available < 0 || available > capacity) {
                throw lifetime.broken(available + " bytes to read in a ring of " + capacity);
            }
            if (available > 0) {
                return (int) available;
            }
            if (last) {
                return -1;
            }
            if (sleepsAtOnce) {
                waiter.sleep(head);
            } else {
                waiter.await(head);
            }
        }
    }

    /** From now on a wait does not look first: {@link #expect} does. */
    void sleepsAtOnce() {
        sleepsAtOnce = true;
    }

    /** Looks for something to read, for a moment, if that is worth it. */
    void expect() throws IOException {
        if (!waiter.hasChanged(head)) {
            waiter.looks(head);
        }
    }

    /** So many bytes, which must be there. */
    void take(byte[] to, int offset, int count) {
        int from = (int) head & capacity - 1;
        int first = Math.min(count, capacity - from);
        MemorySegment.copy(ring, JAVA_BYTE, from, to, offset, first);
        if (first < count) {
            MemorySegment.copy(ring, JAVA_BYTE, 0, to, offset + first, count - first);
        }
        head += count;
        mine.head(head);
        theirs.ring(End.ROOM);
    }
}
