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

/**
 * A listener that passes each connection on to an address, through a {@link FaultyLink} and, where there is a distance,
 * {@link DelayedLink}s: between two endpoints that know nothing of it. Faults and distance can be changed while it runs;
 * they hold for connections accepted afterwards. Connections that are open can be cut, or held.
 */
public final class FaultyRelay implements AutoCloseable {
    private static final int BUFFER = 1 << 14;

    private final Transport transport;
    private final URI target;
    private final Listener listener;
    private final Random seeds;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    /** The number of the last connection that is held; 0: none is. Guarded by this. */
    private int held;

    private volatile Faults faults = Faults.none();
    private volatile Duration distance = Duration.ZERO;

    /** Listens at {@code at} and passes on to {@code target}, both addresses of {@code transport}. */
    public FaultyRelay(Transport transport, URI at, URI target, long seed) throws IOException {
        this.transport = transport;
        this.target = target;
        seeds = new Random(seed);
        listener = transport.listen(at, this::accept);
    }

    /** Where clients connect to. */
    public URI address() {
        return listener.address();
    }

    /** Faults of the connections accepted from now on. */
    public void faults(Faults faults) {
        this.faults = faults;
    }

    /**
     * How long what the connections accepted from now on carry is under way, in either direction: a round trip takes twice
     * as long in addition, and any number of them can be under way at once.
     */
    public void distance(Duration distance) {
        this.distance = distance;
    }

    /** How many connections came, those that have ended included. */
    public int accepted() {
        return accepted.get();
    }

    /** Cuts every open connection, at both ends. */
    public void cut() {
        links.forEach(Link::close);
    }

    /** Passes nothing more on for the connections that are open, either way, and takes nothing from them. */
    public synchronized void hold() {
        held = accepted.get();
    }

    /** Goes on with those that were held. */
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
            faulty.close(); // the client sees what it would see without a relay: the connection ends
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

    /** An end or a failure in either direction ends both, as a session has no half-closed links. */
    private void pump(int number, Link from, Link to) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            for (int count = from.read(buffer, 0, BUFFER); count >= 0; count = from.read(buffer, 0, BUFFER)) {
                awaitRelease(number);
                to.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // A cut is what a relay is for: both ends are closed on leaving, and see it.
        }
    }

    @Override
    public void close() {
        listener.close();
        release();
        cut();
    }
}
