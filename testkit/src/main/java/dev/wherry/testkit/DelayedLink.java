package dev.wherry.testkit;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A link whose writes take effect a fixed time later, however many are under way, as on a long cable: what was written a
 * millisecond apart arrives a millisecond apart, and the end after the last of it. It holds all that is under way, and
 * that its receiver has not taken yet. It only blocks: {@link Link#multiplex()} gives null.
 */
public final class DelayedLink implements Link {
    /** What is under way; no bytes: the end. */
    private static final class Sent {
        final byte @Nullable [] bytes;
        final long due;

        Sent(byte @Nullable [] bytes, long due) {
            this.bytes = bytes;
            this.due = due;
        }
    }

    private final Link link;
    private final long nanos;
    private final BlockingQueue<Sent> underWay = new LinkedBlockingQueue<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    public DelayedLink(Link link, Duration delay) {
        this.link = link;
        nanos = delay.toNanos();
        Thread.ofPlatform().daemon().name("delay").start(this::deliver);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return link.read(to, offset, length);
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        if (closed.get()) {
            throw new IOException("The delayed link was closed");
        }
        send(Arrays.copyOfRange(from, offset, offset + length));
        return length;
    }

    private void send(byte @Nullable [] bytes) {
        underWay.add(new Sent(bytes, System.nanoTime() + nanos));
    }

    private void deliver() {
        try (link) {
            while (true) {
                Sent next = underWay.take();
                for (long left = next.due - System.nanoTime(); left > 0; left = next.due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                if (next.bytes == null) {
                    return;
                }
                link.write(next.bytes, 0, next.bytes.length);
            }
        } catch (IOException | InterruptedException e) {
            closed.set(true); // whoever writes next is told
        }
    }

    @Override
    public @Nullable SelectableChannel multiplex() {
        return null;
    }

    @Override
    public Identity peer() {
        return link.peer();
    }

    @Override
    public @Nullable URI address() {
        return link.address();
    }

    /** The end is under way as long as everything else; reading goes on until it has arrived. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            send(null);
        }
    }
}
