package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Peer;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.session.Stages.Stage;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ImportTable;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An object of a session's peer: the target of its stubs' calls. Calls whose caller waits are made here. */
final class RemoteReference implements References.Held {
    private final OutgoingCalls calls;
    private final References references;
    private final SessionPeer peer;
    private final long object;
    private final Id128 identity;
    private final int relays;
    private final ImportTable.@Nullable Arrivals arrivals;
    /** The endpoint stays reachable as long as this is in use. */
    @SuppressWarnings("UnusedVariable")
    private final @Nullable Object endpoint;

    private volatile boolean released;

    /**
     * @param relays the number of endpoints between the peer and the object
     * @param arrivals the references to release; null for a bound object
     * @param endpoint what this keeps reachable, if the session does not keep this
     */
    RemoteReference(
            OutgoingCalls calls,
            References references,
            SessionPeer peer,
            long object,
            Id128 identity,
            int relays,
            ImportTable.@Nullable Arrivals arrivals,
            @Nullable Object endpoint) {
        this.calls = calls;
        this.references = references;
        this.peer = peer;
        this.object = object;
        this.identity = identity;
        this.relays = relays;
        this.arrivals = arrivals;
        this.endpoint = endpoint;
    }

    // ---- calls

    @Override
    public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        checkUsable();
        long begun = method.idempotent() ? System.nanoTime() : 0;
        try {
            return callOnce(method, arguments, options);
        } catch (CallException e) {
            if (e.code() == Code.UNKNOWN_OUTCOME && method.idempotent() && isUsable()) {
                Duration left = Objects.requireNonNull(options.timeout()).minusNanos(System.nanoTime() - begun);
                if (left.isPositive()) {
                    return callOnce(
                            method, arguments, options.toBuilder().timeout(left).build());
                }
            }
            throw e;
        } finally {
            // Otherwise this, or an object that only the arguments hold, might be released before the call arrives.
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    private @Nullable Object callOnce(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        Stages stages = options.context().isEmpty() ? null : Stages.of(options.context());
        long started = Events.start();
        Exchange exchange = calls.begin(method, object, options, 0);
        Throwable failed = null;
        try {
            exchange.message().encode(method, arguments);
            return stages == null
                    ? exchange.await().decode(method, options)
                    : traced(method, exchange, options, stages);
        } catch (Throwable t) {
            failed = t;
            throw t;
        } finally {
            exchange.end();
            Events.call(true, started, calls.state().peer(), method, failed);
        }
    }

    private @Nullable Object traced(RemoteMethod method, Exchange exchange, CallOptions options, Stages stages)
            throws Throwable {
        stages.mark(Stage.ENCODE);
        int out = exchange.message().out().size();
        InboundMessage answer = exchange.await();
        int in = Frame.HEADER + answer.in().remaining();
        stages.mark(Stage.AWAY);
        Object result = answer.decode(method, options);
        stages.mark(Stage.DECODE);
        peer.traced(stages.over(out, in));
        return result;
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        checkUsable();
        return AsyncCall.start(this, method, arguments, options);
    }

    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable {
        checkUsable();
        try {
            OneWayCall.send(this, method, arguments, options, delivery);
        } finally {
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    private void checkUsable() {
        if (released) {
            throw wasReleased();
        }
        if (relays > 0 && calls.state().hasEnded()) {
            throw new CallException(
                    Code.UNAVAILABLE,
                    "The call was not made, since the object was relayed by "
                            + calls.state().peer() + ", which left; look it up again");
        }
    }

    // ---- what it refers to

    OutgoingCalls calls() {
        return calls;
    }

    /** Whether this thread can make calls: its session has not ended, and does not end, unless a call that runs needs it. */
    boolean isUsable() {
        return calls.state().isUsable();
    }

    @Override
    public boolean isOf(References session) {
        return session == references;
    }

    @Override
    public long object() {
        return object;
    }

    @Override
    public int relays() {
        return relays;
    }

    @Override
    public Id128 identity() {
        return identity;
    }

    @Override
    public String describe() {
        return peer.describe(object);
    }

    @Override
    public Optional<Peer> peer() {
        return Optional.of(peer);
    }

    @Override
    public void release() {
        // In this order: what arrives from here on is another reference.
        references.release(arrivals);
        released = true;
    }

    // ---- the object of a name

    /** Finds the object of a bound name, in a session that is open. */
    interface Locator {
        /** Returns the object as it was found last, or null; its session may have ended. */
        @Nullable
        RemoteReference last();

        /**
         * Returns the object. Connects and looks the name up if needed, as the options allow.
         *
         * @param until the end of the call, by the caller's clock
         * @throws CallException if it was not found. The call was not made
         */
        RemoteReference at(CallOptions options, long until);

        /** Returns the attempts of a call that has not been made yet, or once. */
        AsyncCall.Repetition attempts(RemoteMethod method, CallOptions options, long until);
    }

    /** The target of the stubs of a bound name, which outlive their connection. Its route finds the object for each call. */
    static final class OfName implements References.Held {
        private final Locator route;
        private final Id128 identity;
        private volatile boolean released;

        /** @param identity of the object when it was looked up first */
        OfName(Locator route, Id128 identity) {
            this.route = route;
            this.identity = identity;
        }

        @Override
        public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
                throws Throwable {
            return make(method, arguments, options, null);
        }

        /** @param delivery of a one-way call; null for another one */
        private @Nullable Object make(
                RemoteMethod method, @Nullable Object[] arguments, CallOptions options, @Nullable Delivery delivery)
                throws Throwable {
            checkUsable();
            long until = until(options);
            CallOptions now = options;
            AsyncCall.Repetition attempts = null;
            try {
                while (true) {
                    RemoteReference to = null;
                    try {
                        to = route.at(now, until);
                        if (delivery == null) {
                            return to.callOnce(method, arguments, now);
                        }
                        OneWayCall.send(to, method, arguments, now, delivery);
                        return null;
                    } catch (CallException e) {
                        if (attempts == null) {
                            attempts = route.attempts(method, options, until);
                        }
                        now = attempts.afterFailure(to, e);
                    }
                }
            } finally {
                Reference.reachabilityFence(arguments);
                Reference.reachabilityFence(this);
            }
        }

        /** Returns the end of a call that begins now. */
        private static long until(CallOptions options) {
            return System.nanoTime() + InboundCall.within(Objects.requireNonNull(options.timeout()));
        }

        @Override
        public CompletableFuture<@Nullable Object> start(
                RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
            checkUsable();
            return AsyncCall.start(route.attempts(method, options, until(options)), method, arguments, options);
        }

        @Override
        public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
                throws Throwable {
            try {
                make(method, arguments, options, delivery);
            } catch (CallException e) {
                if (delivery != Delivery.QUEUED || e.code() != Code.UNAVAILABLE) {
                    throw e;
                }
                OneWayCall.logUnsent(describe(), e);
            }
        }

        private void checkUsable() {
            if (released) {
                throw wasReleased();
            }
        }

        @Override
        public boolean isOf(References session) {
            RemoteReference last = route.last();
            return last != null && last.isOf(session);
        }

        @Override
        public long object() {
            return Objects.requireNonNull(route.last(), "asked for by its session only")
                    .object();
        }

        @Override
        public int relays() {
            return 0;
        }

        @Override
        public Id128 identity() {
            return identity;
        }

        @Override
        public String describe() {
            return route.toString();
        }

        @Override
        public Optional<Peer> peer() {
            return Optional.ofNullable(route.last()).flatMap(RemoteReference::peer);
        }

        @Override
        public void release() {
            released = true;
        }
    }
}
