package dev.wherry.internal.endpoint;

import dev.wherry.internal.events.Events;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.spi.Link;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Links whose peer has not said Hello yet. For any thread. */
final class PendingHandshakes {
    /** A link that is silent for this long gives way to one that waits, and so does one that takes eight times as long. */
    private static final long SILENCE = TimeUnit.MILLISECONDS.toNanos(250);

    /** @param most nanoseconds that it may take */
    private record Wait(long since, long most) {}

    private final Map<Link, Wait> waits = new ConcurrentHashMap<>();
    private final long patience;
    private volatile boolean closed;

    PendingHandshakes(Duration handshakeTime) {
        patience = TimeUnit.NANOSECONDS.convert(handshakeTime);
    }

    /** Adds a link. After {@link #close} the link is closed at once, since the watcher no longer checks it. */
    void add(Link link) {
        add(link, Duration.ofNanos(patience));
    }

    /** @param most how long its peer may take; not longer than all others */
    void add(Link link, Duration most) {
        waits.put(link, new Wait(System.nanoTime(), Math.min(patience, most.toNanos())));
        if (closed) {
            drop(link);
        }
    }

    /** Returns false if the link was too late or the endpoint has ended: then the link is closed and must not be used. */
    boolean met(Link link) {
        return waits.remove(link) != null;
    }

    /** Called by the watcher: closes links whose peer has not said Hello in time. Returns true while there are any. */
    boolean check() {
        long now = System.nanoTime();
        waits.forEach((link, wait) -> {
            if (now - wait.since > wait.most) {
                refuse(link, "no Hello within the limit 'handshakeTime'");
            }
        });
        return !waits.isEmpty();
    }

    /**
     * Called by the watcher: closes silent and slow links whose place a waiting link could have.
     *
     * @param now by {@link System#nanoTime}
     */
    void giveWay(HandshakeQueue queue, long now) {
        waits.forEach((link, wait) -> {
            long silence = Math.min(now - wait.since, now - ((AcceptedLink) link).heard);
            if ((silence > SILENCE || now - wait.since > 8 * SILENCE) && queue.isWantedPlace(link)) {
                refuse(link, "it was silent or slow while others waited (limit 'handshakes')");
            }
        });
    }

    private void refuse(Link link, String why) {
        if (met(link)) {
            LinkHandler.close(link);
            Events.refused(link.peer(), new GoAway(GoAway.Reason.IDLE, why));
        }
    }

    /** Closes a link, unless its Hello has been received meanwhile: then it may carry a call. */
    private void drop(Link link) {
        if (met(link)) {
            LinkHandler.close(link);
        }
    }

    void close() {
        closed = true;
        List.copyOf(waits.keySet()).forEach(this::drop);
    }
}
