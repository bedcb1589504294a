package dev.wherry.memory;

import dev.wherry.internal.wire.Nonce;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/**
 * The mapped memory of two rings.
 *
 * @param arena a shared arena for this memory alone
 * @param user the user id of both processes
 * @param sealed whether the kernel refuses to shrink it; if not, an access may end in an {@link InternalError}
 */
record Memory(Arena arena, MemorySegment segment, int user, boolean sealed) {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    static Memory map(FileChannel file, long size, int user, boolean sealed) throws IOException {
        Arena arena = Arena.ofShared();
        try {
            return new Memory(arena, file.map(MapMode.READ_WRITE, 0, size, arena), user, sealed);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    int capacity() {
        return (int) (segment.byteSize() - Layout.RINGS) / 2;
    }

    Nonce nonce(long at) {
        return new Nonce(segment.get(LONG, at), segment.get(LONG, at + Long.BYTES));
    }
}
