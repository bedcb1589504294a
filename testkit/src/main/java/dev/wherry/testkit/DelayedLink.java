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
 * A link that delivers each write after a fixed delay, as a long cable does. Any number of writes can be under way:
 * bytes that were written a millisecond apart arrive a millisecond apart, and the end of the stream arrives after the
 * last of them. The link keeps in memory what is under way and what its receiver has not yet read. It supports blocking
 * use only: {@link Link#multiplex()} returns null.
 */
public final class DelayedLink implements Link {
    /** Bytes under way, or null for the end of the stream. */
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
            closed.set(true); // the next write fails
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

    /** Sends the end of the stream, which is delayed like the bytes. The peer can read until it has arrived. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            send(null);
        }
    }
}
