package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.objects.Address;
import dev.wherry.internal.wire.Id128;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where the stubs of a bound name find their object: addresses, and the name there. The name is looked up for the first call,
 * and again once the connection has ended or something else is bound to it. A route never ends. For any thread.
 */
public final class Route implements RemoteReference.Locator, NameSearch.LookUp<RemoteReference> {
    /** How long another server is searched for. */
    private static final long ELSEWHERE = TimeUnit.SECONDS.toNanos(1);

    private final Finder finder;
    private final List<URI> addresses;
    private final String name;
    private final RemoteInterface type;
    /** Keeps the caller's endpoint reachable as long as this is in use. */
    @SuppressWarnings("UnusedVariable")
    private final @Nullable Object endpoint;

    /** Of the calls through ordered variants of all stubs. */
    private final CallOrder order = new CallOrder();

    /** Held by the one thread that looks the name up, for all callers. */
    private final ReentrantLock looking = new ReentrantLock();

    private volatile @Nullable RemoteReference found;
    /** The object at another server, as it was found last for a call that could not be made at the first one. */
    private volatile @Nullable RemoteReference other;

    /** Opens connections, one for all who want the same address. */
    public interface Finder extends SessionPeer.Routes {
        /**
         * Returns the peer at the first of these addresses that answers.
         *
         * @param addresses those of a list, or one name that a resolver knows
         * @param except peers to which it does not connect
         * @param nanos that a connection may take
         * @throws CallException {@link Code#UNAVAILABLE} if there is none in this time
         */
        SessionPeer connect(List<URI> addresses, Collection<SessionPeer> except, long nanos);

        /** Returns whether there may be more than one peer at these addresses. */
        boolean areSeveral(List<URI> addresses);

        /** Returns what is known of calls that are made more than once. */
        @Override
        Retries retries();

        /** Returns what limits how many calls whose callers do not wait search for a connection at one time. */
        Semaphore searches();

        /** Returns whether it still opens connections. */
        boolean isOpen();

        @Override
        default CallTarget target(
                List<URI> addresses,
                String name,
                RemoteInterface type,
                @Nullable Object endpoint,
                RemoteReference found) {
            return new Route(this, addresses, name, type, endpoint, found).target();
        }
    }

    /** @param endpoint the caller's, which this keeps reachable; null if there is none */
    public Route(Finder finder, List<URI> addresses, String name, RemoteInterface type, @Nullable Object endpoint) {
        this(finder, addresses, name, type, endpoint, null);
    }

    /** @param found the object, if it is known */
    Route(
            Finder finder,
            List<URI> addresses,
            String name,
            RemoteInterface type,
            @Nullable Object endpoint,
            @Nullable RemoteReference found) {
        this.finder = finder;
        this.addresses = addresses;
        this.name = name;
        this.type = type;
        this.endpoint = endpoint;
        this.found = found;
    }

    /** Returns the target of stubs. They are equal to other stubs of the object if that is known by now. */
    public CallTarget target() {
        RemoteReference known = found;
        return new RemoteReference.OfName(this, known != null ? known.identity() : Id128.random());
    }

    @Override
    public @Nullable RemoteReference last() {
        return found;
    }

    /** Returns the object in a session that is open; null if it must be found first. */
    @Override
    public @Nullable RemoteReference known() {
        RemoteReference known = found;
        return known != null && known.isUsable() && !(known.isRefused() && areSeveral()) ? known : null;
    }

    /** Has the name looked up again before the next call, unless that has been done since {@code stale} was found. */
    void forget(RemoteReference stale) {
        if (found == stale) { // if two callers come at once, it may be looked up once more
            found = null;
        }
    }

    @Override
    public AsyncCall.Repetition attempts(RemoteMethod method, CallOptions options, long until) {
        return new Attempts(this, method, options, until);
    }

    @Override
    public CompletableFuture<@Nullable Object> hedge(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options, long until) {
        Duration delay = Objects.requireNonNull(options.hedgeAfter(), "the delay of a hedged call");
        return HedgedCall.start(this, method, arguments, options, delay, until);
    }

    Finder finder() {
        return finder;
    }

    CallOrder order() {
        return order;
    }

    /** Returns whether there may be other servers of the name than one. */
    boolean areSeveral() {
        return finder.areSeveral(addresses);
    }

    /**
     * Returns the object of the name at another server, for a call that these have refused or not answered yet. Null if no other
     * server has it.
     */
    @Nullable
    RemoteReference elsewhere(Collection<SessionPeer> except, long until) {
        for (RemoteReference each : new @Nullable RemoteReference[] {other, found}) {
            if (each != null && each.isUsable() && !except.contains(each.server())) {
                return each;
            }
        }
        if (!areSeveral()) {
            return null;
        }
        try {
            long end = Math.min(until - System.nanoTime(), ELSEWHERE) + System.nanoTime();
            RemoteReference fresh = new NameSearch(finder, addresses, except, end).run(this);
            other = fresh;
            return fresh;
        } catch (CallException e) {
            if (e.code() == Code.CANCELLED) {
                throw e;
            }
            return null;
        }
    }

    /**
     * Returns the object in a session that is open. Connects and looks the name up if needed, as the options allow.
     *
     * @param until the end of the call, by the caller's clock
     * @throws CallException if it was not found. The call was not made
     */
    RemoteReference at(CallOptions options, long until) {
        RemoteReference known = known();
        if (known != null) {
            return known;
        }
        if (options.failFast() && finder.isOpen()) {
            Thread.startVirtualThread(this::findForOthers);
            throw new CallException(
                    Code.UNAVAILABLE,
                    "The call was not made, since there is no connection to " + this
                            + " at the moment and its options are to fail fast");
        }
        try {
            return options.waitForReady() ? findPatiently(until) : find(until);
        } catch (CallException e) {
            throw e.withOutcome(Outcome.NOT_RUN); // whatever the look-up has come to
        } catch (InterruptedException e) {
            throw new CallException(Code.CANCELLED, "Interrupted while connecting to " + this, e)
                    .withOutcome(Outcome.NOT_RUN);
        }
    }

    private void findForOthers() {
        if (looking.tryLock()) {
            try {
                find(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
            } catch (CallException | InterruptedException e) {
                // The next call finds no connection either, and says so.
            } finally {
                looking.unlock();
            }
        }
    }

    /** Tries again, after pauses of random length, as long as nobody answers at the address or the name is not bound. */
    private RemoteReference findPatiently(long until) throws InterruptedException {
        for (int attempt = 2; ; attempt++) {
            try {
                return find(until);
            } catch (CallException e) {
                boolean isStarting = e.code() == Code.UNAVAILABLE || e.code() == Code.NOT_FOUND;
                if (!isStarting || !finder.isOpen()) {
                    throw e;
                }
                long pause = Attempts.pause(attempt, ThreadLocalRandom.current());
                TimeUnit.NANOSECONDS.sleep(Math.min(until - System.nanoTime(), pause));
                if (until - System.nanoTime() <= 0) {
                    throw e;
                }
            }
        }
    }

    private RemoteReference find(long until) throws InterruptedException {
        if (!looking.tryLock(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw NameSearch.overdue(this);
        }
        try {
            RemoteReference known = known();
            return known != null ? known : lookUp(until);
        } finally {
            looking.unlock();
        }
    }

    private RemoteReference lookUp(long until) {
        RemoteReference waiting = found;
        if (waiting != null && waiting.isUsable()) { // but nobody listens at its address
            RemoteReference elsewhere = elsewhere(List.of(waiting.server()), until);
            found = elsewhere == null ? waiting : elsewhere;
            return found;
        }
        RemoteReference fresh = new NameSearch(finder, addresses, until).run(this);
        found = fresh;
        return fresh;
    }

    @Override
    public RemoteReference at(SessionPeer peer, long nanos) {
        return peer.locate(name, type, nanos, endpoint);
    }

    /** Returns the address by which it is looked up, as a user writes it. */
    @Override
    public String toString() {
        return Address.with(addresses, name);
    }
}
