package dev.wherry.internal.loop;

import dev.wherry.internal.extension.RingProvider.RingLink;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.In;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one main link over shared memory, which no selector can. Its thread spins, or sleeps in the kernel. A writer puts into
 * the ring what fits. For the rest, a thread waits for capacity.
 */
final class RingLoop extends EventLoop {
    private final LinkHandler link;
    private final RingLink ring;
    private final Consumer<RingLoop> ended;
    private volatile @Nullable Thread writer;
    private volatile boolean full;

    /** @param ended called when no thread drives it any more */
    RingLoop(Watcher watcher, LinkHandler link, RingLink ring, Consumer<RingLoop> ended) {
        super(watcher);
        this.link = link;
        this.ring = ring;
        this.ended = ended;
    }

    /** @param rest bytes that were read past the Hello */
    void start(byte[] rest) {
        link.whenFull(this::awaitSpace);
        link.whenClosed(this::close);
        ownership().buffer().hold(new In(rest));
        start(link);
    }

    @Override
    @Nullable
    LinkHandler await(ReadBuffer buffer) {
        rests();
        boolean come = link.await(buffer);
        works();
        if (!come) { // it may have ended before its handlers were set
            close();
        }
        return come ? link : null;
    }

    @Override
    @Nullable
    LinkHandler next(ReadBuffer buffer) {
        return null;
    }

    /** Called by a writer that could not write all. */
    private synchronized void awaitSpace() {
        full = true;
        if (writer == null) {
            Thread started = watcher().thread("wherry-writer", this::write);
            started.start();
            writer = started;
        } else {
            LockSupport.unpark(writer);
        }
    }

    private void write() {
        while (isOpen()) {
            if (!full) {
                LockSupport.park(this);
                continue;
            }
            full = false;
            try {
                ring.awaitSpace();
                link.flush();
            } catch (IOException | RuntimeException | Error e) {
                link.broken(e);
            }
        }
    }

    /** Wakes the reader: the end of the link does, or an answer of the peer. */
    @Override
    void wakeUp() {
        LockSupport.unpark(writer);
        link.ping();
    }

    @Override
    void end() {
        ended.accept(this);
    }
}
