package dev.wherry.internal.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Forwards connections to a server, and breaks lanes after a number of bytes: all connections but the first are lanes. */
final class LaneRelay implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final URI target;
    private final Set<Connection> lanes = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();
    private volatile LongSupplier bytesOfALane = () -> Long.MAX_VALUE;
    private volatile boolean closed;

    LaneRelay(URI target) throws IOException {
        this.target = target;
        Thread.ofPlatform().daemon().name("relay").start(this::accept);
    }

    URI address() {
        return URI.create("tcp://127.0.0.1:" + listener.getLocalPort());
    }

    /** Breaks each lane that is opened from now on once it has carried so many bytes in one direction. */
    void breakEachAfter(LongSupplier bytes) {
        bytesOfALane = bytes;
    }

    /** Breaks the open lanes once they have carried so many more bytes to the server. */
    void breakAfterSending(long bytes) {
        lanes.forEach(lane -> lane.up.set(bytes));
    }

    /** Breaks the open lanes once they have carried so many more bytes to the client. */
    void breakAfterReceiving(long bytes) {
        lanes.forEach(lane -> lane.down.set(bytes));
    }

    /** Carries nothing more to the client on the open lanes, which stay open. */
    void swallow() {
        lanes.forEach(lane -> lane.swallows = true);
    }

    /** Breaks the open lanes. */
    void breakLanes() {
        lanes.forEach(Connection::cut);
    }

    /** Returns how many lanes were broken here. */
    int broken() {
        return broken.get();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket near = listener.accept();
                Socket far = new Socket(target.getHost(), target.getPort());
                Connection connection = new Connection(near, far, accepted.incrementAndGet() > 1);
                connection.start();
            } catch (IOException e) {
                closed = true;
            }
        }
    }

    private final class Connection {
        final Socket near;
        final Socket far;
        final boolean lane;
        final AtomicLong up = new AtomicLong(Long.MAX_VALUE);
        final AtomicLong down = new AtomicLong(Long.MAX_VALUE);
        volatile boolean swallows;

        Connection(Socket near, Socket far, boolean lane) throws IOException {
            this.near = near;
            this.far = far;
            this.lane = lane;
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
        }

        void start() {
            if (lane) {
                up.set(bytesOfALane.getAsLong());
                down.set(bytesOfALane.getAsLong());
                lanes.add(this);
            }
            Thread.ofPlatform().daemon().name("relay").start(() -> pump(near, far, up, false));
            Thread.ofPlatform().daemon().name("relay").start(() -> pump(far, near, down, true));
        }

        private void pump(Socket from, Socket to, AtomicLong left, boolean toClient) {
            byte[] buffer = new byte[1 << 14];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    long before = left.get();
                    int carried = (int) Math.min(count, before);
                    if (!(toClient && swallows)) {
                        out.write(buffer, 0, carried);
                    }
                    if (carried < count || before - carried == 0) {
                        cut();
                        break;
                    }
                    left.compareAndSet(before, before - carried);
                }
            } catch (IOException e) {
                // Broken, as was asked for.
            } finally {
                lanes.remove(this);
            }
        }

        void cut() {
            if (lanes.remove(this)) {
                broken.incrementAndGet();
            }
            close(near);
            close(far);
        }

        private static void close(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        listener.close();
        breakLanes();
    }
}
