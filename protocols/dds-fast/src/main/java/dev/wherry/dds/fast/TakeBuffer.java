package dev.wherry.dds.fast;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The memory into which the library copies samples, which all readers of a participant share. For any thread. */
final class TakeBuffer implements AutoCloseable {
    /** The library rounds the limit of a payload up. */
    private static final int MARGIN = 64;

    private final Arena arena = Arena.ofShared();
    private final ByteBuffer memory =
            arena.allocate(EndpointProfile.LARGEST + MARGIN).asByteBuffer();

    /** Calls a function with the memory, which no other thread uses meanwhile. */
    synchronized <R extends @Nullable Object> R use(Function<ByteBuffer, R> function) {
        return function.apply(memory);
    }

    /** Called when all readers are closed. */
    @Override
    public synchronized void close() {
        arena.close();
    }
}
