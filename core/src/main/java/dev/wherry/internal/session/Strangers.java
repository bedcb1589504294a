package dev.wherry.internal.session;

import dev.wherry.internal.protocol.GoAway;
import dev.wherry.spi.Link;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Links whose peer has not said Hello yet. For any thread. */
final class Strangers {
    /** Who is silent for this long gives way when there is no room. */
    private static final long SILENCE = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

    private final Map<Link, Long> since = new ConcurrentHashMap<>();
    private final long patience;
    private volatile boolean closed;

    Strangers(Duration handshakeTime) {
        patience = TimeUnit.NANOSECONDS.convert(handshakeTime);
    }

    /** Who comes after the end finds the door shut: nobody looks after it any more. */
    void add(Link link) {
        since.put(link, System.nanoTime());
        if (closed) {
            drop(link);
        }
    }

    /** False if its time was up, or the end has come: it is closed, and to be used no more. */
    boolean met(Link link) {
        return since.remove(link) != null;
    }

    /**
     * Waits until there are fewer than {@code most}: a moment when many come at once; and whoever holds a place in silence
     * loses it to the next one, so that nobody can keep others out by saying nothing.
     */
    void makeRoom(int most) {
        while (since.size() >= most) {
            if (!drop(SILENCE, "It was silent while others waited (limit 'handshakes')")) {
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    /** By the watcher: closes who has not said Hello in time. True while anybody has not. */
    boolean look() {
        drop(patience, "No Hello within the limit 'handshakeTime'");
        return !since.isEmpty();
    }

    /** True if anybody was that old. */
    private boolean drop(long age, String why) {
        long now = System.nanoTime();
        boolean any = false;
        for (Link link : List.copyOf(since.keySet())) {
            Long start = since.get(link);
            if (start != null && now - start > age && drop(link)) {
                Events.refused(link.peer(), new GoAway(GoAway.Reason.IDLE, why));
                any = true;
            }
        }
        return any;
    }

    /** Closes a link, unless it was met meanwhile: then it is its session's, and may carry a call. */
    private boolean drop(Link link) {
        boolean strange = since.remove(link) != null;
        if (strange) {
            Session.close(link);
        }
        return strange;
    }

    void close() {
        closed = true;
        List.copyOf(since.keySet()).forEach(this::drop);
    }
}
