package dev.wherry.internal.extension;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.spi.Link;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Memory that two processes of one host share, with a ring of bytes in each direction. The module {@code dev.wherry.memory}
 * provides it, found by {@link java.util.ServiceLoader}. Without it all links between processes use sockets. For any thread.
 */
public interface RingProvider {
    /** Returns why this JVM cannot share memory, or null if it can. */
    @Nullable
    String unavailable();

    /**
     * Creates memory, to be offered to a peer.
     *
     * @throws IOException if the system has none to give, or refuses it
     */
    OfferedRings make() throws IOException;

    /**
     * Opens the memory that a peer has offered.
     *
     * @throws java.nio.file.NoSuchFileException if this process does not see it
     * @throws IOException if it cannot be opened, or is not what it should be
     */
    Rings open(MemoryOffer offer) throws IOException;

    /** Memory that was created here, and where the peer finds it. Close the rings if the offer is declined. */
    record OfferedRings(MemoryOffer offer, Rings rings) {}

    /** One end of mapped memory. */
    interface Rings extends AutoCloseable {
        /** Returns the link over this memory to the peer at the other end of a socket, whose end is the link's end. */
        RingLink over(Link socket);

        @Override
        void close();
    }

    /** A link over rings. */
    interface RingLink extends Link {
        /**
         * From now on one thread reads and every thread may write, and no interrupt ends the link. {@link #write} takes what
         * fits, perhaps nothing. {@link #read} blocks at once where it has to wait; after {@link #expect} it spins before.
         */
        void multiplexed() throws IOException;

        /** Waits until there is space to write something, or the link has ended. */
        void awaitSpace() throws IOException;
    }
}
