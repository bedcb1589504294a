package dev.wherry.internal.endpoint;

import dev.wherry.internal.events.Events;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.Source;
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
import org.jspecify.annotations.Nullable;

/**
 * Accepted links that wait for a thread to read their Hello. A limited number have a thread at a time, and one source has at
 * most three quarters of these threads. The others wait behind the links of their own source, and sources take turns. So a
 * flood from one source delays its own links only. For any thread.
 */
final class HandshakeQueue {
    /** Serves the links that have got a place. */
    interface Starter {
        /** Gives a link its thread. {@link #left} is called once the link no longer needs its place. */
        void start(AcceptedLink link);
    }

    private static final int MOST_WAITING = 2_048;
    private static final int MOST_WAITING_OF_ONE = 1_024;

    private final int places;
    private final int placesOfOne;
    private final Starter starter;
    private final Map<Link, Source> started = new HashMap<>();
    private final SequencedMap<Source, Deque<AcceptedLink>> waiting = new LinkedHashMap<>();
    private int waitingLinks;
    private boolean closed;
    private boolean starting;

    /** @param places the number of links that have a thread at a time */
    HandshakeQueue(int places, Starter starter) {
        this.places = places;
        placesOfOne = Math.max(1, places - places / 4);
        this.starter = starter;
    }

    /** Takes an accepted link. Never waits: if too many links wait already, one of the source with the most is closed. */
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
     * Runs on one thread at a time. If there is no thread for a link, the link leaves while it is started, and would start
     * the next one within that call.
     */
    private void startWaiting() {
        for (AcceptedLink next = claim(); next != null; next = nextOrDone()) {
            try {
                starter.start(next);
            } catch (RuntimeException | Error e) {
                done();
                throw e;
            }
        }
    }

    private synchronized @Nullable AcceptedLink claim() {
        return starting ? null : nextOrDone();
    }

    /** Returns the next link to start. The caller goes on until there is none, and so starts those that leave meanwhile. */
    private synchronized @Nullable AcceptedLink nextOrDone() {
        starting = false; // in case taking the next one fails
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

    /** Returns whether a waiting link could have the place of this one. */
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
