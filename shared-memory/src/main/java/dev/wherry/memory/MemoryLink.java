package dev.wherry.memory;

import dev.wherry.Identity;
import dev.wherry.internal.extension.RingProvider.RingLink;
import dev.wherry.internal.extension.RingProvider.Rings;
import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SelectableChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One end of the two rings. Made for platform threads, which spin or sleep in the kernel; a virtual thread that must
 * wait looks again every tenth of a millisecond. An interrupt closes the link if the thread waits, or comes to wait. The
 * end of the other <em>process</em> shows only if it could say so: who uses this link closes it when a socket tells.
 */
public final class MemoryLink implements Link, Rings {
    /** Of each ring where nothing else is said: what a call carries, most of the time. */
    private static final int USUAL = 1 << 16;

    private final Lifetime lifetime;
    private final RingReader reader;
    private final RingWriter writer;
    private final Identity peer;
    private final Memory memory;
    /** Until the opener has proven to be who was told the offer. */
    private @Nullable Making unproven;

    private MemoryLink(Memory memory, @Nullable Making made, Waiting waiting) {
        MemorySegment all = memory.segment();
        int capacity = memory.capacity();
        MemorySegment makers = all.asSlice(Layout.RINGS, capacity);
        MemorySegment openers = all.asSlice(Layout.RINGS + capacity, capacity);
        End maker = new End(all, Layout.MAKER, memory.sealed());
        End opener = new End(all, Layout.OPENER, memory.sealed());
        End mine = made != null ? maker : opener;
        End theirs = made != null ? opener : maker;
        this.memory = memory;
        unproven = made;
        lifetime = new Lifetime(memory.arena(), mine, theirs, made == null ? null : made.descriptor());
        reader = new RingReader(made != null ? openers : makers, mine, theirs, lifetime, waiting);
        writer = new RingWriter(made != null ? makers : openers, mine, theirs, lifetime, waiting);
        peer = Identity.of("unix", "uid " + memory.user());
    }

    /** Why there are no such links in this JVM; null: there are. */
    public static @Nullable String unavailable() {
        return Linux.unavailable();
    }

    /** As {@link #make(int, Waiting)}, with rings of 64 KiB and the adaptive wait. */
    public static Offered make() throws IOException {
        return make(USUAL, Waiting.ADAPTIVE);
    }

    /**
     * New memory, and its maker's end.
     *
     * @param capacity of each ring in bytes, a power of two from 4 KiB to 16 MiB; longer messages flow through
     * @throws IOException if the system has none to give, or refuses it
     */
    public static Offered make(int capacity, Waiting waiting) throws IOException {
        checkAvailable();
        return make(Making.make(capacity), waiting);
    }

    static Offered make(Making made, Waiting waiting) {
        return new Offered(made.offer(), new MemoryLink(made.memory(), made, waiting));
    }

    /** As {@link #open(MemoryOffer, Waiting)}, with the adaptive wait. */
    public static MemoryLink open(MemoryOffer offer) throws IOException {
        return open(offer, Waiting.ADAPTIVE);
    }

    /** @throws IOException if what is offered cannot be opened, or is not what it should be: it is left untouched then */
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

    private void prove(Making made) throws IOException {
        if (!memory.nonce(Layout.ANSWER).equals(made.offer().answer())) {
            throw lifetime.broken("it was opened by somebody who has not been told of it");
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

    /** As {@link #write}, and never waits: how many of the bytes found room, perhaps none. */
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

    /** Until there is room to write something, or the peer has closed. */
    public void awaitRoom() throws IOException {
        try {
            writer.awaitRoom();
        } catch (IllegalStateException e) {
            throw ended(e);
        } catch (InternalError e) {
            throw ended(e);
        }
    }

    /**
     * From now on interrupts of threads that wait here do not close the link, and {@link #read} sleeps at once, so that it is
     * {@link #expect} which looks first. Before it is used.
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

    /** The peer has ended without a word: what it has written is still read, then the link ends as if it had closed. */
    public void peerHasEnded() {
        lifetime.peerHasEnded();
    }

    /** The JDK lets nobody touch memory that is unmapped. */
    private IOException ended(IllegalStateException e) {
        if (lifetime.isOpen()) {
            throw e;
        }
        return new AsynchronousCloseException();
    }

    /** What the JDK says of memory that was there and is no more. */
    private IOException ended(InternalError e) {
        if (memory.sealed()) {
            throw e;
        }
        return lifetime.broken("the memory was taken away");
    }

    @Override
    public @Nullable SelectableChannel multiplex() {
        return null;
    }

    @Override
    public Identity peer() {
        return peer;
    }

    /** Returns once nothing of it is mapped here any more. */
    @Override
    public void close() {
        lifetime.end();
    }

    @Override
    public String toString() {
        return "shared memory with " + peer;
    }
}
