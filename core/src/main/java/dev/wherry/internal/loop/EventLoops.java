package dev.wherry.internal.loop;

import dev.wherry.internal.extension.RingProvider.RingLink;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reads the main links of an endpoint: one loop for two cores, started when a link needs it, and one for each ring. */
public final class EventLoops {
    private final Watcher watcher;
    private final List<SelectorLoop> selectors = new CopyOnWriteArrayList<>();
    private final Set<RingLoop> rings = ConcurrentHashMap.newKeySet();
    private int next;
    private boolean closed;

    public EventLoops(Watcher watcher) {
        this.watcher = watcher;
    }

    /** Returns the loop for one more link. */
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

    /** Reads a main link over shared memory from now on, on a loop for this link only. */
    public void read(LinkHandler link, RingLink ring, byte[] rest) throws IOException {
        ring.multiplexed();
        RingLoop loop = new RingLoop(watcher, link, ring, rings::remove);
        rings.add(loop);
        loop.start(rest);
    }

    /** Called by the watcher. Returns true while a loop works. */
    public boolean check() {
        boolean busy = false;
        for (EventLoop loop : selectors) {
            busy |= loop.check();
        }
        for (EventLoop loop : rings) {
            busy |= loop.check();
        }
        return busy;
    }

    /** Closes the loops. Those of rings end with their links. */
    public synchronized void close() {
        closed = true;
        selectors.forEach(EventLoop::close);
    }
}
