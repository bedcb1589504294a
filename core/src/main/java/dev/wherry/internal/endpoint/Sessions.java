package dev.wherry.internal.endpoint;

import dev.wherry.PeerEnd;
import dev.wherry.internal.events.Log;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.session.SharedParts;
import dev.wherry.internal.wire.CallerClock;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.spi.Link;
import java.net.URI;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The sessions of an endpoint, those that it has opened and those that it has accepted. For any thread. */
final class Sessions {
    private final Set<Session> all = ConcurrentHashMap.newKeySet();
    /**
     * The accepted sessions by the first half of the token that their links must show. An endpoint that calls itself has both ends of
     * one.
     */
    private final ConcurrentMap<Long, Session> accepted = new ConcurrentHashMap<>();

    private final SharedParts shared;
    private final Counters counters;
    private final Ending ending;

    /** @param ending the end of the endpoint, after which no session stays */
    Sessions(SharedParts shared, Counters counters, Ending ending) {
        this.shared = shared;
        this.counters = counters;
        this.ending = ending;
    }

    /** Returns the id of the endpoint, which its sessions send to their peers. */
    Id128 endpoint() {
        return shared.id();
    }

    /**
     * Creates a session, which is to be passed to {@link #add}.
     *
     * @param remote the Hello of the peer
     * @param codec that both sides have agreed on
     * @param dialed the address that was connected to; null at the side that listens
     */
    Session create(Id128 token, Hello remote, String codec, Link link, @Nullable URI dialed) {
        LongAdder carried = dialed == null ? new LongAdder() : counters.carriedBy(dialed.getScheme());
        return new Session(shared, token, remote, codec, link, dialed, carried);
    }

    /**
     * Checks a session from now on. If the endpoint was closed meanwhile, the session ends at once; one that this side has opened
     * for a call that still runs ends with that call.
     */
    void add(Session session) {
        all.add(session);
        if (!session.isDialed()) {
            accepted.put(session.token().high(), session);
        }
        if (ending.isDrained() || (!ending.isOpen() && !session.isDialed())) {
            session.die(PeerEnd.Reason.CLOSED, "this endpoint was closed");
        } else if (!ending.isOpen()) {
            ending.leave(session);
        }
        session.added();
    }

    @Nullable
    Session find(Id128 token) {
        Session session = accepted.get(token.high());
        return session != null && session.token().isSecretly(token) ? session : null;
    }

    Collection<Session> accepted() {
        return accepted.values();
    }

    Set<Session> all() {
        return all;
    }

    /** Ends the session that has waited longest for another link, if too many do. */
    void limitLost() {
        int most = shared.options().limits().connections();
        if (accepted.size() <= most) {
            return;
        }
        List<Session> lost = accepted.values().stream()
                .filter(session -> session.state().isLinkLost())
                .toList();
        if (lost.size() > most) {
            Collections.min(
                            lost,
                            Comparator.comparingLong(
                                    session -> session.resumption().since()))
                    .die(
                            PeerEnd.Reason.EXPIRED,
                            "more connections are broken than may wait for another link (limit 'connections')");
        }
    }

    /** Called when a session has ended: it is no longer found. */
    void ended(Session session) {
        accepted.remove(session.token().high(), session);
    }

    /** Called when all work of a session's end is done. */
    void gone(Session session) {
        all.remove(session);
    }

    /**
     * Called by the watcher: checks each session. Returns true while there is anything to check.
     *
     * @param callers see {@link CallerClock}
     */
    boolean check(long now, long callers) {
        boolean any = false;
        for (Session session : all) {
            try {
                any |= session.check(now, callers);
            } catch (RuntimeException e) {
                session.main().failed(e);
            } catch (Error e) { // no memory for it now: it is checked again
                any = true;
                Log.goingOn("Checking a connection failed", e);
            }
        }
        return any;
    }

    void end() {
        List.copyOf(all).forEach(session -> session.die(PeerEnd.Reason.CLOSED, "this endpoint was closed"));
        all.clear(); // one that ended at the same time may still be there
        accepted.clear();
    }
}
