package dev.wherry.internal.loop;

import dev.wherry.internal.extension.RingProvider.RingLink;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What reads an endpoint's main links: a selector per two cores, started when a link needs it, and rings one each. */
public final class EventLoops {
    private final Watcher watcher;
    private final List<SelectorLoop> selectors = new CopyOnWriteArrayList<>();
    private final Set<RingLoop> rings = ConcurrentHashMap.newKeySet();
    private int next;
    private boolean closed;

    public EventLoops(Watcher watcher) {
        this.watcher = watcher;
    }

    /** The loop for one more link. */
    public synchronized SelectorLoop next() throws IOException {
        if (closed) {
            throw new IOException("this endpoint was closed");
        }
        int most = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        if (selectors.size() < most) {
            selectors.add(new SelectorLoop(watcher));
        }
        return selectors.get(next++ % selectors.size());
    }

    /** Reads a main link over shared memory from now on, on a loop of its own. */
    public void read(LinkHandler link, RingLink ring, byte[] rest) throws IOException {
        ring.multiplexed();
        RingLoop loop = new RingLoop(watcher, link, ring, rings::remove);
        rings.add(loop);
        loop.start(rest);
    }

    /** By the watcher. True while one is at work. */
    public boolean look() {
        boolean busy = false;
        for (EventLoop loop : selectors) {
            busy |= loop.look();
        }
        for (EventLoop loop : rings) {
            busy |= loop.look();
        }
        return busy;
    }

    /** Those of rings end with their links. */
    public synchronized void close() {
        closed = true;
        selectors.forEach(EventLoop::close);
    }
}
