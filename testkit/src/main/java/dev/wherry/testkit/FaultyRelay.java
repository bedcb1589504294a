package dev.wherry.testkit;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * A listener that forwards each connection to an address, through a {@link FaultyLink} and, if a distance is set,
 * {@link DelayedLink}s. The two endpoints need no change. Faults and distance can be changed while the relay runs and
 * apply to connections that are accepted afterwards. Open connections can be cut or held.
 */
public final class FaultyRelay implements AutoCloseable {
    private static final int BUFFER = 1 << 14;

    private final Transport transport;
    private final URI target;
    private final Listener listener;
    private final Random seeds;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final LongAdder carried = new LongAdder();
    /** The number of the last connection that is held, or 0. Guarded by this. */
    private int held;

    private volatile Faults faults = Faults.none();
    private volatile Duration distance = Duration.ZERO;

    /** Listens at {@code at} and forwards to {@code target}. Both are addresses of {@code transport}. */
    public FaultyRelay(Transport transport, URI at, URI target, long seed) throws IOException {
        this.transport = transport;
        this.target = target;
        seeds = new Random(seed);
        listener = transport.listen(at, this::accept);
    }

    /** Returns the address to which clients connect. */
    public URI address() {
        return listener.address();
    }

    /** Sets the faults of the connections that are accepted from now on. */
    public void faults(Faults faults) {
        this.faults = faults;
    }

    /**
     * Sets the one-way delay of the connections that are accepted from now on. A round trip takes twice as long in
     * addition. Any number of messages can be under way at once.
     */
    public void distance(Duration distance) {
        this.distance = distance;
    }

    /** Returns how many connections have been accepted, including those that have ended. */
    public int accepted() {
        return accepted.get();
    }

    /** Returns how many bytes have been forwarded, in both directions together. */
    public long carried() {
        return carried.sum();
    }

    /** Cuts each open connection at both ends. */
    public void cut() {
        links.forEach(Link::close);
    }

    /** Stops forwarding on the connections that are open, in both directions. No further byte is read from them. */
    public synchronized void hold() {
        held = accepted.get();
    }

    /** Continues to forward on the connections that were held. */
    public synchronized void release() {
        held = 0;
        notifyAll();
    }

    private synchronized void awaitRelease(int connection) throws InterruptedIOException {
        try {
            while (connection <= held) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("The relay was interrupted");
        }
    }

    private void accept(Link near) {
        int number = accepted.incrementAndGet();
        links.add(near);
        long seed;
        synchronized (seeds) {
            seed = seeds.nextLong();
        }
        Duration far = distance;
        Link faulty = new FaultyLink(at(far, near), faults, seed);
        Thread.ofPlatform().daemon().name("relay").start(() -> connect(number, faulty, near, far));
    }

    private static Link at(Duration distance, Link link) {
        return distance.isZero() ? link : new DelayedLink(link, distance);
    }

    private void connect(int number, Link faulty, Link near, Duration distance) {
        Link far;
        try {
            far = transport.connect(target, Running.LONG);
        } catch (IOException e) {
            faulty.close(); // the client sees the connection end, as it would without a relay
            links.remove(near);
            return;
        }
        links.add(far);
        Link distant = at(distance, far);
        Thread back = Thread.ofPlatform().daemon().name("relay").start(() -> pump(number, distant, faulty));
        pump(number, faulty, distant);
        try {
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        links.remove(near);
        links.remove(far);
    }

    /**
     * Copies one direction. An end or a failure of either direction ends both, as a session has no half-closed links.
     */
    private void pump(int number, Link from, Link to) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            for (int count = from.read(buffer, 0, BUFFER); count >= 0; count = from.read(buffer, 0, BUFFER)) {
                awaitRelease(number);
                to.write(buffer, 0, count);
                carried.add(count);
            }
        } catch (IOException e) {
            // A cut is expected: both ends are closed below, and each side notices it.
        }
    }

    @Override
    public void close() {
        listener.close();
        release();
        cut();
    }
}
