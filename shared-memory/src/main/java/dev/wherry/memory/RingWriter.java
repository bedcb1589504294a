package dev.wherry.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Writes bytes for the peer. It keeps its position in a field: the value in the memory is only for the peer. */
final class RingWriter {
    /** The number of bytes published at a time, so that the reader copies while the writer still writes. */
    private static final int PIECE = 1 << 14;

    private final MemorySegment ring;
    private final int capacity;
    private final End mine;
    private final End theirs;
    private final Lifetime lifetime;
    private final Waiter waiter;
    private long tail;
    private long head;

    RingWriter(MemorySegment ring, End mine, End theirs, Lifetime lifetime, Waiting waiting) {
        this.ring = ring;
        this.capacity = (int) ring.byteSize();
        this.mine = mine;
        this.theirs = theirs;
        this.lifetime = lifetime;
        this.waiter = new Waiter(mine, theirs, lifetime, End.ROOM, waiting);
    }

    void write(byte[] from, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            int taken = writeNow(from, offset + done, length - done);
            if (taken == 0) {
                waiter.await(head);
            }
            done += taken;
        }
    }

    void awaitSpace() throws IOException {
        if (room(1) == 0) {
            waiter.await(head);
        }
    }

    /** Writes without waiting. Returns the number of bytes written, perhaps 0. */
    int writeNow(byte[] from, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int count = Math.min(Math.min(length - done, PIECE), room(length - done));
            if (count == 0) {
                break;
            }
            put(from, offset + done, count);
            done += count;
        }
        return done;
    }

    /** Reads the peer's position only when the last known one leaves too little free space: the peer writes this cache line. */
    private int room(int wanted) throws IOException {
        if (theirs.isClosed()) {
            throw new IOException("The peer has closed the link");
        }
        if (capacity - (tail - head) < wanted) {
            head = theirs.head();
            long unread = tail - head;
            if (unread < 0 || unread > capacity) {
                throw lifetime.broken(unread + " bytes unread in a ring of " + capacity);
            }
        }
        return (int) (capacity - (tail - head));
    }

    private void put(byte[] from, int offset, int count) {
        int to = (int) tail & capacity - 1;
        int first = Math.min(count, capacity - to);
        MemorySegment.copy(from, offset, ring, JAVA_BYTE, to, first);
        if (first < count) {
            MemorySegment.copy(from, offset + first, ring, JAVA_BYTE, 0, count - first);
        }
        tail += count;
        mine.tail(tail);
        theirs.ring(End.DATA);
    }
}
