package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.internal.objects.Address;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks a name up at one address after another, until one has it. For one thread. */
public final class NameSearch {
    /** How long a server may take to answer while there are others to ask. */
    private static final long MOST = TimeUnit.SECONDS.toNanos(1);

    private final Route.Finder finder;
    private final List<URI> addresses;
    private final boolean several;
    private final List<SessionPeer> tried;
    private final long until;

    /** Looks the name up at one peer. */
    public interface LookUp<T> {
        /** @param nanos that it may take */
        T at(SessionPeer peer, long nanos);
    }

    /** @param until the end of the search, by the caller's clock */
    public NameSearch(Route.Finder finder, List<URI> addresses, long until) {
        this(finder, addresses, List.of(), until);
    }

    /** @param except peers at which the name is not looked up */
    NameSearch(Route.Finder finder, List<URI> addresses, Collection<SessionPeer> except, long until) {
        this.finder = finder;
        this.addresses = addresses;
        this.until = until;
        several = finder.areSeveral(addresses);
        tried = new ArrayList<>(except);
    }

    /**
     * Returns the first result.
     *
     * @throws CallException the failure at the first peer, if it has failed at all
     */
    public <T> T run(LookUp<T> lookUp) {
        CallException first = null;
        boolean lost = false;
        while (true) {
            SessionPeer peer;
            try {
                peer = finder.connect(addresses, tried, left());
            } catch (CallException e) {
                throw ofAll(first, e);
            }
            try {
                long left = left();
                return lookUp.at(peer, several ? Math.min(MOST, Math.max(1, left / 2)) : left);
            } catch (CallException e) {
                if (!peer.isOpen() && !lost) {
                    // A connection that was lost unnoticed shows itself at its next use; looking up again does no harm.
                    lost = true;
                } else {
                    first = ofAll(first, peer.isOpen() ? e : ended(e));
                    if (!several || e.code() == Code.CANCELLED) {
                        throw first;
                    }
                    tried.add(peer);
                }
            }
        }
    }

    /** A look-up changes nothing. If its connection has ended, then the peer is unavailable, and nobody need know whether it ran. */
    private CallException ended(CallException failure) {
        return failure.code() != Code.UNKNOWN_OUTCOME
                ? failure
                : new CallException(
                        Code.UNAVAILABLE,
                        "The connection to " + Address.text(addresses) + " ended while a name was looked up there",
                        failure);
    }

    private static CallException ofAll(@Nullable CallException first, CallException next) {
        if (first == null || next.code() == Code.CANCELLED) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    private long left() {
        long left = until - System.nanoTime();
        if (left <= 0) {
            throw overdue(Address.text(addresses));
        }
        return left;
    }

    /** Returns the failure of a call whose time was up before it could be made. */
    static CallException overdue(Object to) {
        return new CallException(
                        Code.UNAVAILABLE,
                        "The call was not made, since its time was up before there was a connection to " + to)
                .withOutcome(Outcome.NOT_RUN);
    }
}
