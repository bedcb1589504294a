package dev.wherry.memory;

import dev.wherry.internal.wire.MemoryOffer;
import java.io.IOException;

/** Both ends in this JVM. */
record MemoryPair(MemoryOffer offer, MemoryLink maker, MemoryLink opener) implements AutoCloseable {
    static MemoryPair create(int capacity, Waiting waiting) throws IOException {
        Offered made = MemoryLink.make(capacity, waiting);
        return new MemoryPair(made.offer(), made.link(), MemoryLink.open(made.offer(), waiting));
    }

    @Override
    public void close() {
        maker.close();
        opener.close();
    }
}
