package dev.wherry.memory;

import dev.wherry.Identity;
import dev.wherry.internal.extension.RingProvider.RingLink;
import dev.wherry.internal.extension.RingProvider.Rings;
import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.AsynchronousCloseException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One end of the two rings. Platform threads spin or sleep in the kernel; a virtual thread that must wait checks again every tenth
 * of a millisecond. An interrupt closes the link if the thread waits, or is about to wait. The rings do not show that the other
 * process was killed: the user of this link notices it by a socket and then calls {@link #peerHasEnded}.
 */
public final class MemoryLink implements Link, Rings {
    /** The default capacity of each ring in bytes: enough for most calls. */
    private static final int USUAL = 1 << 16;

    private final Lifetime lifetime;
    private final RingReader reader;
    private final RingWriter writer;
    private final Identity peer;
    private final Memory memory;

    /** Non-null at the creating end until the peer has proven that it knows the offer. */
    private @Nullable NewMemory unproven;

    private MemoryLink(Memory memory, @Nullable NewMemory made, Waiting waiting) {
        MemorySegment all = memory.segment();
        int capacity = memory.capacity();
        MemorySegment creators = all.asSlice(Layout.RINGS, capacity);
        MemorySegment openers = all.asSlice(Layout.RINGS + capacity, capacity);
        End creator = new End(all, Layout.CREATOR, memory.sealed());
        End opener = new End(all, Layout.OPENER, memory.sealed());
        End mine = made != null ? creator : opener;
        End theirs = made != null ? opener : creator;
        this.memory = memory;
        unproven = made;
        lifetime = new Lifetime(memory.arena(), mine, theirs, made == null ? null : made.descriptor());
        reader = new RingReader(made != null ? openers : creators, mine, theirs, lifetime, waiting);
        writer = new RingWriter(made != null ? creators : openers, mine, theirs, lifetime, waiting);
        peer = Identity.of("unix", "uid " + memory.user());
    }

    /** Returns why this JVM cannot create such links; null if it can. */
    public static @Nullable String unavailable() {
        return Linux.unavailable();
    }

    /** Like {@link #make(int, Waiting)}, with rings of 64 KiB and the adaptive wait. */
    public static Offered make() throws IOException {
        return make(USUAL, Waiting.ADAPTIVE);
    }

    /**
     * Creates memory and returns its creating end.
     *
     * @param capacity the capacity of each ring in bytes, a power of two from 4 KiB to 16 MiB; longer messages pass in pieces
     * @throws IOException if the system has no memory left or refuses the request
     */
    public static Offered make(int capacity, Waiting waiting) throws IOException {
        checkAvailable();
        return make(NewMemory.make(capacity), waiting);
    }

    static Offered make(NewMemory made, Waiting waiting) {
        return new Offered(made.offer(), new MemoryLink(made.memory(), made, waiting));
    }

    /** Like {@link #open(MemoryOffer, Waiting)}, with the adaptive wait. */
    public static MemoryLink open(MemoryOffer offer) throws IOException {
        return open(offer, Waiting.ADAPTIVE);
    }

    /** @throws IOException if the offered memory cannot be opened or fails a check; it is not changed then */
    public static MemoryLink open(MemoryOffer offer, Waiting waiting) throws IOException {
        checkAvailable();
        Layout.check(offer);
        return new MemoryLink(Opening.open(offer), null, waiting);
    }

    @Override
    public RingLink over(Link socket) {
        return new SharedLink(this, socket);
    }

    private static void checkAvailable() throws IOException {
        String why = unavailable();
        if (why != null) {
            throw new IOException("There is no shared memory: " + why);
        }
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, to.length);
        try {
            int available = reader.await();
            if (available < 0) {
                return -1;
            }
            if (unproven != null) {
                prove(unproven);
            }
            int count = Math.min(length, available);
            reader.take(to, offset, count);
            return count;
        } catch (IllegalStateException e) {
            throw ended(e);
        } catch (InternalError e) {
            throw ended(e);
        }
    }

    private void prove(NewMemory made) throws IOException {
        if (!memory.nonce(Layout.ANSWER).equals(made.offer().answer())) {
            throw lifetime.broken("it was opened by a process that does not know the offer");
        }
        made.descriptor().close();
        unproven = null;
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        try {
            writer.write(from, offset, length);
            return length;
        } catch (IllegalStateException e) {
            throw ended(e);
        } catch (InternalError e) {
            throw ended(e);
        }
    }

    /** Like {@link #write}, without waiting. Returns the number of bytes written, perhaps 0. */
    public int writeNow(byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        try {
            return writer.writeNow(from, offset, length);
        } catch (IllegalStateException e) {
            throw ended(e);
        } catch (InternalError e) {
            throw ended(e);
        }
    }

    /** Waits until at least one byte can be written, or the peer has closed. */
    public void awaitSpace() throws IOException {
        try {
            writer.awaitSpace();
        } catch (IllegalStateException e) {
            throw ended(e);
        } catch (InternalError e) {
            throw ended(e);
        }
    }

    /**
     * Makes this link the carrier of several callers: interrupts of waiting threads do not close it, {@link #read} sleeps without
     * spinning, and {@link #expect} spins. Call it before the first use.
     */
    public void multiplexed() {
        lifetime.outlastInterrupts(true);
        reader.sleepsAtOnce();
    }

    @Override
    public boolean outlastInterrupts(boolean whether) {
        lifetime.outlastInterrupts(whether);
        return true;
    }

    @Override
    public void expect() throws IOException {
        try {
            reader.expect();
        } catch (IllegalStateException e) {
            throw ended(e);
        } catch (InternalError e) {
            throw ended(e);
        }
    }

    /** Marks the peer's process as ended. The bytes that it has written are still read; then the link ends as if the peer had closed it. */
    public void peerHasEnded() {
        lifetime.peerHasEnded();
    }

    /** An access to unmapped memory fails with this exception of the JDK. */
    private IOException ended(IllegalStateException e) {
        if (lifetime.isOpen()) {
            throw e;
        }
        lifetime.forgetInterrupt();
        return new AsynchronousCloseException();
    }

    /** An access to memory that was cut off fails with this error of the JDK. */
    private IOException ended(InternalError e) {
        if (memory.sealed()) {
            throw e;
        }
        return lifetime.broken("the memory was cut off");
    }

    @Override
    public Identity peer() {
        return peer;
    }

    /** Returns after the memory was unmapped. */
    @Override
    public void close() {
        lifetime.end();
    }

    @Override
    public String toString() {
        return "shared memory with " + peer;
    }
}
