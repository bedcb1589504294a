package dev.wherry.memory;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import java.io.IOException;

/**
 * Offsets in the memory. The first page has two nonces and the words of both ends. Then follow the ring that the creating end
 * writes and the ring that the opening end writes. Words that different threads write are 128 bytes apart, because processors
 * fetch cache lines in pairs.
 */
final class Layout {
    static final int LEAST_CAPACITY = 1 << 12;
    static final int GREATEST_CAPACITY = 1 << 24;

    static final long MARK = 0;
    static final long ANSWER = MARK + Nonce.BYTES;
    static final long CREATOR = 512;
    static final long OPENER = 1024;
    static final long RINGS = 4096;

    private Layout() {}

    static long size(int capacity) {
        if (!isCapacity(capacity)) {
            throw new IllegalArgumentException("A ring of " + capacity + " bytes: expected a power of two from "
                    + LEAST_CAPACITY + " to " + GREATEST_CAPACITY);
        }
        return RINGS + 2L * capacity;
    }

    static void check(MemoryOffer offer) throws IOException {
        long size = offer.size();
        if ((size & 1) != 0 || !isCapacity((size - RINGS) / 2)) {
            throw new IOException("The peer offers memory of " + size + " bytes; no two rings have this size");
        }
    }

    private static boolean isCapacity(long bytes) {
        return bytes >= LEAST_CAPACITY && bytes <= GREATEST_CAPACITY && Long.bitCount(bytes) == 1;
    }
}
