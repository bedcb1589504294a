package dev.wherry.testkit.simulation.world;

import dev.wherry.spi.Link;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A machine from its start to its crash, with the ports that its programs listen at. A machine that starts again is another one. */
final class Host {
    final String name;
    private final int boot;
    private final Map<Integer, BlockingQueue<Optional<Link>>> ports = new HashMap<>();
    private boolean up = true;

    Host(String name, int boot) {
        this.name = name;
        this.boot = boot;
    }

    synchronized boolean isUp() {
        return up;
    }

    synchronized void stop() {
        up = false;
        ports.clear();
    }

    /** Returns where links to a port wait to be accepted; null if nobody listens there. */
    synchronized @Nullable BlockingQueue<Optional<Link>> backlog(int port) {
        return ports.get(port);
    }

    /** Returns null if the port is in use. */
    synchronized @Nullable BlockingQueue<Optional<Link>> open(int port) {
        BlockingQueue<Optional<Link>> fresh = new LinkedBlockingQueue<>();
        return ports.putIfAbsent(port, fresh) == null ? fresh : null;
    }

    synchronized void close(int port) {
        ports.remove(port);
    }

    @Override
    public String toString() {
        return name + "#" + boot;
    }
}
