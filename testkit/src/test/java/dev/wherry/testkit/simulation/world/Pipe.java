package dev.wherry.testkit.simulation.world;

import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One direction of a simulated link. Bytes arrive after a while, in their order. A full pipe makes its writer wait. */
final class Pipe {
    private static final long NEVER = Long.MAX_VALUE;

    private final Network network;
    private final Host from;
    private final Host to;
    private final int capacity;

    // Guarded by this.
    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private int size;
    private long lastArrival;
    private long end = NEVER;
    private boolean hole;
    private @Nullable String failedForReader;
    private @Nullable String failedForWriter;

    /** Bytes that were written together. */
    private static final class Chunk {
        final long arrival;
        final byte[] bytes;
        int start;

        Chunk(long arrival, byte[] bytes) {
            this.arrival = arrival;
            this.bytes = bytes;
        }
    }

    Pipe(Network network, Host from, Host to, int capacity) {
        this.network = network;
        this.from = from;
        this.to = to;
        this.capacity = capacity;
    }

    synchronized int read(byte[] into, int offset, int length) throws IOException, InterruptedException {
        while (true) {
            if (failedForReader != null) {
                throw new SocketException(failedForReader);
            }
            Chunk first = chunks.peek();
            long due = due(first);
            long now = System.nanoTime();
            if (due > now) {
                await(due, now);
            } else {
                return first == null ? -1 : move(first, into, offset, length);
            }
        }
    }

    /** Returns when the reader gets the next bytes, or the end. */
    private long due(@Nullable Chunk first) {
        long arrival = first == null ? end : first.arrival;
        return hole || arrival == NEVER ? NEVER : Math.max(arrival, network.healed(from, to));
    }

    private void await(long due, long now) throws InterruptedException {
        if (due == NEVER) {
            wait();
        } else {
            TimeUnit.NANOSECONDS.timedWait(this, due - now);
        }
    }

    private int move(Chunk first, byte[] into, int offset, int length) {
        int count = Math.min(Math.min(length, first.bytes.length - first.start), network.chunk());
        System.arraycopy(first.bytes, first.start, into, offset, count);
        first.start += count;
        if (first.start == first.bytes.length) {
            chunks.remove();
        }
        size -= count;
        notifyAll();
        return count;
    }

    /** Waits until some of the bytes fit; returns how many. */
    synchronized int write(byte[] bytes, int offset, int length) throws IOException, InterruptedException {
        while (true) {
            if (failedForWriter != null) {
                throw new SocketException(failedForWriter);
            }
            if (end != NEVER) {
                throw new SocketException("Socket closed");
            }
            int count = Math.min(length, capacity - size);
            if (count > 0) {
                byte[] copy = new byte[count];
                System.arraycopy(bytes, offset, copy, 0, count);
                chunks.add(new Chunk(arrival(), copy));
                size += count;
                notifyAll();
                return count;
            }
            wait();
        }
    }

    private long arrival() {
        lastArrival = Math.max(lastArrival, System.nanoTime() + network.delay());
        return lastArrival;
    }

    /** Called by the writer. The reader gets what is under way, then the end. */
    synchronized void end() {
        if (end == NEVER) {
            end = arrival();
            notifyAll();
        }
    }

    synchronized void failForReader(String why) {
        failedForReader = failedForReader == null ? why : failedForReader;
        notifyAll();
    }

    synchronized void failForWriter(String why) {
        failedForWriter = failedForWriter == null ? why : failedForWriter;
        notifyAll();
    }

    /** From now on nothing arrives, and the writer does not learn of it. */
    synchronized void swallow() {
        hole = true;
    }
}
