package dev.wherry.memory;

import dev.wherry.internal.extension.RingProvider;
import dev.wherry.internal.wire.MemoryOffer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Creates and opens {@link MemoryLink}s for the lanes of sessions. */
public final class MemoryRings implements RingProvider {
    @Override
    public @Nullable String unavailable() {
        return MemoryLink.unavailable();
    }

    @Override
    public OfferedRings make() throws IOException {
        Offered made = MemoryLink.make();
        return new OfferedRings(made.offer(), made.link());
    }

    @Override
    public Rings open(MemoryOffer offer) throws IOException {
        return MemoryLink.open(offer);
    }
}
