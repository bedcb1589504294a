package dev.wherry.testkit.faults;

import dev.wherry.testkit.faults.FaultyStream.Event;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A connection of a {@link FaultyRelay}: two sockets, and a thread for each direction between them. */
final class RelayedConnection {
    private static final int BUFFER = 1 << 14;

    private final SocketChannel client;
    private final SocketChannel server;
    private final Map<Way, FaultyStream> streams;
    private final Map<Way, DelayLine> lines = new EnumMap<>(Way.class);
    private final LongAdder carried;
    private final Runnable whenEnded;

    /** The directions that are held. This and the next three are guarded by this. */
    private final Set<Way> held = EnumSet.noneOf(Way.class);

    /** The directions whose bytes are thrown away. */
    private final Set<Way> silent = EnumSet.noneOf(Way.class);

    /** The end whose socket stays open though the other is closed: the source of this direction. */
    private @Nullable Way halfOpen;

    private boolean closed;

    RelayedConnection(
            SocketChannel client,
            SocketChannel server,
            Map<Way, FaultyStream> streams,
            Duration distance,
            LongAdder carried,
            Runnable whenEnded) {
        this.client = client;
        this.server = server;
        this.streams = streams;
        this.carried = carried;
        this.whenEnded = whenEnded;
        if (!distance.isZero()) {
            for (Way way : Way.values()) {
                lines.put(way, line(way, distance));
            }
        }
    }

    /** Forwards until the connection has ended. */
    void start() {
        streams.forEach(
                (way, stream) -> Thread.ofPlatform().daemon().name("relay").start(() -> forward(way, stream)));
    }

    private SocketChannel from(Way way) {
        return way == Way.TO_SERVER ? client : server;
    }

    private SocketChannel to(Way way) {
        return from(way.back());
    }

    private DelayLine line(Way way, Duration distance) {
        return new DelayLine(distance, new DelayLine.Destination() {
            @Override
            public void write(byte[] bytes) throws IOException {
                writeAll(way, ByteBuffer.wrap(bytes));
            }

            @Override
            public void close() {
                closeQuietly(to(way));
            }
        });
    }

    private void forward(Way way, FaultyStream stream) {
        byte[] bytes = new byte[BUFFER];
        try {
            while (isAllowed(stream.next())) {
                int count = from(way).read(ByteBuffer.wrap(bytes));
                if (count < 0) {
                    break;
                }
                awaitRelease(way);
                for (int done = 0; done < count; ) {
                    sleep(stream.delay());
                    if (!isAllowed(stream.next())) {
                        return;
                    }
                    done += forward(way, stream, bytes, done, count - done);
                }
            }
            end(way);
        } catch (IOException e) {
            end(way); // each side notices it
        } catch (InterruptedException e) {
            close(false);
        }
    }

    /** Forwards one slice. Returns its length. */
    private int forward(Way way, FaultyStream stream, byte[] bytes, int offset, int length)
            throws IOException, InterruptedException {
        int count = stream.slice(length);
        sleep(stream.pause(count));
        awaitRelease(way);
        stream.corrupt(bytes, offset, count);
        if (!stream.swallows() && !isSilent(way)) {
            DelayLine line = lines.get(way);
            if (line == null) {
                writeAll(way, ByteBuffer.wrap(bytes, offset, count));
            } else {
                line.send(Arrays.copyOfRange(bytes, offset, offset + count));
            }
            carried.add(count);
        }
        stream.carried(count);
        return count;
    }

    /** Stalls, cuts or resets the connection if its time has come. Returns false if it has ended then. */
    private boolean isAllowed(Event event) throws InterruptedException {
        if (event == Event.STALL) {
            sleep(Long.MAX_VALUE);
        } else if (event != Event.CARRY) {
            close(event == Event.RESET);
        }
        return event == Event.CARRY;
    }

    private void writeAll(Way way, ByteBuffer bytes) throws IOException {
        try {
            while (bytes.hasRemaining()) {
                to(way).write(bytes);
            }
        } catch (IOException e) {
            if (!isSilent(way)) {
                throw e;
            }
        }
    }

    private synchronized boolean isSilent(Way way) {
        return silent.contains(way);
    }

    private synchronized void awaitRelease(Way way) throws InterruptedException {
        while (held.contains(way) && !closed) {
            wait();
        }
    }

    /** Sleeps for so long, or until the connection has ended. */
    private synchronized void sleep(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && !closed) {
            wait(left / 1_000_000, (int) (left % 1_000_000));
            left = nanos == Long.MAX_VALUE ? nanos : end - System.nanoTime();
        }
    }

    /** Ends the connection since the source of this direction has ended. A half-open end does not notice. */
    private void end(Way way) {
        synchronized (this) {
            if (halfOpen == way.back()) {
                return;
            }
        }
        if (lines.isEmpty()) {
            close(false);
        } else {
            lines.values().forEach(DelayLine::end); // each closes its destination, after the bytes under way
            synchronized (this) {
                closed = true;
                notifyAll();
            }
            whenEnded.run();
        }
    }

    synchronized void hold(Way way) {
        held.add(way);
    }

    synchronized void release() {
        held.clear();
        notifyAll();
    }

    synchronized void silence(Way way) {
        silent.add(way);
    }

    /** Closes the socket of one end and keeps that of the other open, which is the source of this direction. */
    void halfOpen(Way source) {
        synchronized (this) {
            halfOpen = source;
            silent.add(source);
        }
        closeQuietly(to(source));
    }

    /** Returns whether bytes were lost, or are so slow that the connection is of no use. */
    synchronized boolean isDamaged() {
        return !silent.isEmpty() || streams.values().stream().anyMatch(FaultyStream::isDamaged);
    }

    /** Closes both sockets, by a reset if the transport knows that. */
    void close(boolean reset) {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        if (reset) {
            // Both before either is closed: the threads that forward then close the other.
            prepareReset(client);
            prepareReset(server);
        }
        closeQuietly(client);
        closeQuietly(server);
        lines.values().forEach(DelayLine::end);
        whenEnded.run();
    }

    static void prepareReset(SocketChannel channel) {
        try {
            if (channel.supportedOptions().contains(StandardSocketOptions.SO_LINGER)) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
        } catch (IOException e) {
            // It is closed already.
        }
    }

    static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing more can be done.
        }
    }
}
