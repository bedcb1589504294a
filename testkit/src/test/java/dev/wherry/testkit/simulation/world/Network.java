package dev.wherry.testkit.simulation.world;

import dev.wherry.spi.Link;
import dev.wherry.testkit.simulation.Scheduler;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The simulated network: hosts, links between them, and what goes wrong. The seed decides how slow it is. */
final class Network {
    private static @Nullable Network current;

    private final Random random;
    private final boolean remote;
    private final long slowest;
    private final int capacity;
    private final int largestChunk;

    // Guarded by this.
    private final Map<String, Host> hosts = new HashMap<>();
    private final Map<String, Integer> boots = new HashMap<>();
    private final Map<String, Long> healed = new HashMap<>();
    private final List<SimulatedLink[]> links = new ArrayList<>();

    Network(Random random, boolean remote) {
        this.remote = remote;
        this.random = random;
        slowest = TimeUnit.MICROSECONDS.toNanos(new int[] {50, 1_000, 20_000}[random.nextInt(3)]);
        // Fast enough for the slowest transfer that Wherry accepts.
        capacity = new int[] {slowest > 1_000_000 ? 20_000 : 500, 20_000, 100_000}[random.nextInt(3)];
        largestChunk = new int[] {1_000, 20_000, 1 << 20}[random.nextInt(3)];
        current = this;
    }

    static Network current() {
        if (current == null) {
            throw new IllegalStateException("Nothing is simulated now");
        }
        return current;
    }

    static void note(String what) {
        Scheduler.current().trace().event(what);
    }

    // ---- for links

    long delay() {
        return random.nextLong(slowest);
    }

    int chunk() {
        return random.nextInt(random.nextInt(4) == 0 ? 10 : largestChunk) + 1;
    }

    /** Returns when the way from one host to another is open again, or a time in the past. */
    synchronized long healed(Host from, Host to) {
        return healed.getOrDefault(from.name + ">" + to.name, 0L);
    }

    Link connect(Host from, String name, int port, Duration limit) throws IOException {
        long until = System.nanoTime() + limit.toNanos();
        pause(2 * delay());
        Host to = host(name);
        long open = Math.max(healed(from, host(name, from)), healed(host(name, from), from));
        if (to == null || open > until) {
            pause(until - System.nanoTime());
            throw new SocketTimeoutException("Connect timed out");
        }
        pause(open - System.nanoTime());
        BlockingQueue<Optional<Link>> backlog = to.backlog(port);
        if (backlog == null) {
            throw new ConnectException("Connection refused");
        }
        Pipe there = new Pipe(this, from, to, capacity);
        Pipe back = new Pipe(this, to, from, capacity);
        boolean virtual = random.nextBoolean();
        SimulatedLink near = new SimulatedLink(from, to, back, there, virtual, remote);
        SimulatedLink far = new SimulatedLink(to, from, there, back, virtual, remote);
        synchronized (this) {
            links.add(new SimulatedLink[] {near, far});
        }
        backlog.add(Optional.of(far));
        return near;
    }

    private static void pause(long nanos) throws InterruptedIOException {
        try {
            if (nanos > 0) {
                TimeUnit.NANOSECONDS.sleep(nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted");
        }
    }

    // ---- hosts

    /** Starts a host. */
    Host start(String name) {
        Host host;
        synchronized (this) {
            host = new Host(name, boots.merge(name, 1, Integer::sum));
            hosts.put(name, host);
        }
        note(host + " starts");
        // It knows no link of its predecessor.
        for (SimulatedLink[] link : links(name)) {
            link[0].reset();
            link[1].reset();
            synchronized (this) {
                links.remove(link);
            }
        }
        return host;
    }

    private synchronized List<SimulatedLink[]> links(String name) {
        return links.stream().filter(each -> isOf(each, name)).toList();
    }

    private static boolean isOf(SimulatedLink[] link, String name) {
        return link[0].here.name.equals(name) || link[1].here.name.equals(name);
    }

    private synchronized @Nullable Host host(String name) {
        return hosts.get(name);
    }

    private Host host(String name, Host other) {
        Host known = host(name);
        return known == null ? new Host(name, 0) : known;
    }

    /**
     * Stops a host at once. Its threads never run again.
     *
     * @param silent whether its peers learn of it only when it is up again; otherwise their links break
     */
    void crash(Host host, boolean silent) {
        note(host + " crashes" + (silent ? " in silence" : ""));
        Scheduler.current().crash(host);
        host.stop();
        if (silent) {
            synchronized (this) {
                hosts.remove(host.name);
            }
        }
        for (SimulatedLink[] link : links(host.name)) {
            for (SimulatedLink end : link) {
                if (silent) {
                    end.swallow();
                } else {
                    end.reset();
                }
            }
        }
    }

    // ---- links that fail

    /** Holds back all that is sent from one host to another, as a network does that drops packets which are sent again later. */
    synchronized void partition(String from, String to, long nanos) {
        note("nothing arrives from " + from + " at " + to + " for " + nanos / 1_000_000 + " ms");
        healed.merge(from + ">" + to, System.nanoTime() + nanos, Math::max);
    }

    /**
     * Breaks one of the links, in one of several ways.
     *
     * @param silent whether it may be one that no side learns of
     */
    void breakLink(boolean silent) {
        SimulatedLink[] link;
        int how;
        synchronized (this) {
            if (links.isEmpty()) {
                return;
            }
            link = links.get(random.nextInt(links.size()));
            how = random.nextInt(silent ? 5 : 3);
        }
        int first = random.nextInt(2);
        switch (how) {
            case 0 -> {
                note("a link of " + link[0].here + " and " + link[1].here + " breaks");
                link[0].reset();
                link[1].reset();
            }
            case 1, 2 -> {
                note("a link breaks for " + link[first].here + " first, then for " + link[1 - first].here);
                link[first].reset();
                long later = random.nextLong(how == 1 ? 1_000_000 : 500_000_000);
                Thread.ofPlatform().name("fault").start(() -> {
                    Network.sleep(later);
                    link[1 - first].reset();
                });
            }
            case 3 -> {
                note("a link loses all that " + link[first].here + " sends to " + link[1 - first].here);
                link[first].swallow();
            }
            default -> {
                note("a link of " + link[0].here + " and " + link[1].here + " loses everything");
                link[0].swallow();
                link[1].swallow();
            }
        }
        synchronized (this) {
            links.remove(link);
        }
    }

    /** Sleeps on a thread that nobody interrupts. */
    static void sleep(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
