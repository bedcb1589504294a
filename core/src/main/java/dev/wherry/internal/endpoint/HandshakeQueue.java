package dev.wherry.internal.endpoint;

import dev.wherry.internal.events.Events;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.session.Source;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.spi.Link;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Accepted links on their way to a thread that reads their Hello. A limited number have one at a time, and one source at
 * most three quarters of these; the others wait, each behind those of its own source, and sources take turns. So a flood
 * from one source delays its own newcomers and no others. For any thread.
 */
final class HandshakeQueue {
    private static final int MOST_WAITING = 2_048;
    private static final int MOST_WAITING_OF_ONE = 1_024;

    private final int places;
    private final int placesOfOne;
    private final Consumer<AcceptedLink> start;
    private final Map<Link, Source> started = new HashMap<>();
    private final SequencedMap<Source, Deque<AcceptedLink>> waiting = new LinkedHashMap<>();
    private int waitingLinks;
    private boolean closed;
    private boolean starting;

    /**
     * @param places how many have a thread at a time
     * @param start gives a link its thread; {@link #left} is called once it needs its place no more
     */
    HandshakeQueue(int places, Consumer<AcceptedLink> start) {
        this.places = places;
        placesOfOne = Math.max(1, places - places / 4);
        this.start = start;
    }

    /** Takes a link that was accepted. Never waits: where too many do already, one is closed, of the source that has most. */
    void add(AcceptedLink link) {
        AcceptedLink dropped = enter(link);
        if (dropped != null) {
            Events.refused(
                    dropped.peer(),
                    new GoAway(GoAway.Reason.LIMIT, "too many connections wait to say Hello (limit 'handshakes')"));
            LinkHandler.close(dropped);
        }
        startWaiting();
    }

    private synchronized @Nullable AcceptedLink enter(AcceptedLink link) {
        if (closed) {
            return link;
        }
        waiting.computeIfAbsent(link.source(), key -> new ArrayDeque<>()).add(link);
        waitingLinks++;
        Map.Entry<Source, Deque<AcceptedLink>> longest = Collections.max(
                waiting.entrySet(),
                Comparator.comparingInt(each -> each.getValue().size()));
        if (waitingLinks <= MOST_WAITING && longest.getValue().size() <= MOST_WAITING_OF_ONE) {
            return null;
        }
        waitingLinks--;
        return longest.getValue().removeLast();
    }

    /**
     * By one thread at a time: where no thread can be had, a link leaves while it is started, and each would start the next
     * within that.
     */
    private void startWaiting() {
        for (AcceptedLink next = claim(); next != null; next = nextOrDone()) {
            try {
                start.accept(next);
            } catch (RuntimeException | Error e) {
                done();
                throw e;
            }
        }
    }

    private synchronized @Nullable AcceptedLink claim() {
        return starting ? null : nextOrDone();
    }

    /** The caller starts the others until there is none; what leaves meanwhile is seen by it. */
    private synchronized @Nullable AcceptedLink nextOrDone() {
        starting = false; // where the next cannot be had
        AcceptedLink next = next();
        starting = next != null;
        return next;
    }

    private synchronized void done() {
        starting = false;
    }

    /** The caller holds the lock. */
    private @Nullable AcceptedLink next() {
        if (started.size() >= places) {
            return null;
        }
        Source source = waiting.keySet().stream()
                .filter(each -> !hasItsShare(each))
                .findFirst()
                .orElse(null);
        Deque<AcceptedLink> links = source == null ? null : waiting.get(source);
        if (source == null || links == null) {
            return null;
        }
        AcceptedLink next = links.getFirst();
        started.put(next, source); // first: it needs memory, and what follows does not
        links.removeFirst();
        waitingLinks--;
        if (links.isEmpty()) {
            waiting.remove(source);
        } else {
            waiting.putLast(source, links); // behind the others
        }
        return next;
    }

    private boolean hasItsShare(Source source) {
        return Collections.frequency(started.values(), source) >= placesOfOne;
    }

    /** The link has said Hello, or has ended. */
    void left(Link link) {
        synchronized (this) {
            if (started.remove(link) == null) {
                return;
            }
        }
        startWaiting();
    }

    /** Whether a link that waits could have the place of this one. */
    synchronized boolean isWantedPlace(Link link) {
        Source source = started.get(link);
        return source != null
                && !waiting.isEmpty()
                && (started.size() >= places || (waiting.containsKey(source) && hasItsShare(source)));
    }

    void close() {
        List<AcceptedLink> all;
        synchronized (this) {
            closed = true;
            all = waiting.values().stream().flatMap(Deque::stream).toList();
            waiting.clear();
            waitingLinks = 0;
        }
        all.forEach(LinkHandler::close);
    }
}
