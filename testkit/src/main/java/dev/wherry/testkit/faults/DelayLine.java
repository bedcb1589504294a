package dev.wherry.testkit.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Delivers bytes, and at last the end of the stream, a fixed time after they were sent. It keeps in memory what is under way. */
final class DelayLine {
    /** Receives what has arrived, on the line's thread. */
    interface Destination extends AutoCloseable {
        void write(byte[] bytes) throws IOException;

        @Override
        void close();
    }

    /** Bytes under way, or null for the end of the stream. */
    private static final class Sent {
        final byte @Nullable [] bytes;
        final long due;

        Sent(byte @Nullable [] bytes, long due) {
            this.bytes = bytes;
            this.due = due;
        }
    }

    private final Destination destination;
    private final long nanos;
    private final BlockingQueue<Sent> underWay = new LinkedBlockingQueue<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    DelayLine(Duration delay, Destination destination) {
        this.destination = destination;
        nanos = delay.toNanos();
        Thread.ofPlatform().daemon().name("delay").start(this::deliver);
    }

    /** Sends bytes, which the caller does not change afterwards. */
    void send(byte[] bytes) throws IOException {
        if (ended.get()) {
            throw new IOException("The delayed link was closed");
        }
        add(bytes);
    }

    /** Sends the end of the stream. */
    void end() {
        if (ended.compareAndSet(false, true)) {
            add(null);
        }
    }

    private void add(byte @Nullable [] bytes) {
        underWay.add(new Sent(bytes, System.nanoTime() + nanos));
    }

    private void deliver() {
        try (destination) {
            while (true) {
                Sent next = underWay.take();
                for (long left = next.due - System.nanoTime(); left > 0; left = next.due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                if (next.bytes == null) {
                    return;
                }
                destination.write(next.bytes);
            }
        } catch (IOException | InterruptedException e) {
            ended.set(true); // the next send fails
        }
    }
}
