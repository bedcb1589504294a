package dev.wherry.tls;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Buffers for several records, which links borrow while they read or write, so that an idle link holds none. For any thread. */
final class Buffers {
    /** The largest write that a socket link makes in one call of the system. */
    static final int SIZE = 1 << 17;

    private static final int SLOTS = 16;

    private static final AtomicReferenceArray<@Nullable ByteBuffer> FREE = new AtomicReferenceArray<>(SLOTS);

    private Buffers() {}

    /** Returns an empty buffer over an array. */
    static ByteBuffer take() {
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i < SLOTS; i++) {
            int slot = (first + i) & (SLOTS - 1);
            ByteBuffer free = FREE.getPlain(slot) == null ? null : FREE.getAndSet(slot, null);
            if (free != null) {
                return free.clear();
            }
        }
        return ByteBuffer.allocate(SIZE);
    }

    /** Returns a borrowed buffer. If enough are free, it is left to the garbage collector. */
    static void give(ByteBuffer buffer) {
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i < SLOTS; i++) {
            int slot = (first + i) & (SLOTS - 1);
            if (FREE.getPlain(slot) == null && FREE.compareAndSet(slot, null, buffer)) {
                return;
            }
        }
    }
}
