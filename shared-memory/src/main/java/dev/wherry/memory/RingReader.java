package dev.wherry.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Reads the bytes that the peer writes. It keeps its position in a field: the value in the memory is only for the peer. */
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

    /** Waits for data. Returns the number of readable bytes, at least one; -1 when the peer has closed and everything is read. */
    int await() throws IOException {
        while (true) {
            boolean last = theirs.isClosed(); // before the tail: bytes written before the end are still read
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

    /** Lets later waits sleep without spinning; {@link #expect} spins. */
    void sleepsAtOnce() {
        sleepsAtOnce = true;
    }

    /** Spins for data for a short time if the spin policy allows it. */
    void expect() throws IOException {
        if (!waiter.hasChanged(head)) {
            waiter.spins(head);
        }
    }

    /** Copies this number of bytes, which must be readable. */
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
