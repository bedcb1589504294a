package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Peer;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.loop.LoopThread;
import dev.wherry.internal.objects.RecordedCalls;
import dev.wherry.internal.session.Stages.Stage;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ImportTable;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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
        boolean again = method.mayRunTwice(options);
        long until = again ? until(options) : 0;
        try {
            return callOnce(method, arguments, options);
        } catch (CallException e) {
            long left = until - System.nanoTime();
            if (!again
                    || e.code() != Code.UNKNOWN_OUTCOME
                    || options.attempts() == 1
                    || !isUsable()
                    || left <= 0
                    || !peer.retries().allow(this)) {
                throw e;
            }
            peer.retries().again(this, method, 2, e);
            return callOnce(method, arguments, Retries.options(options, 2, left));
        } finally {
            // Otherwise this, or an object that only the arguments hold, might be released before the call arrives.
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    /** Returns the end of a call that begins now. */
    private static long until(CallOptions options) {
        return System.nanoTime() + InboundCall.within(Objects.requireNonNull(options.timeout()));
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
            calls.state().checkOpen();
        } catch (CallException e) {
            OneWayCall.failed(describe(), delivery, e);
            return;
        }
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

    /** Returns the peer that has the object. */
    SessionPeer server() {
        return peer;
    }

    /** Whether this thread can make calls: its session has not ended, and does not end, unless a call that runs needs it. */
    boolean isUsable() {
        return calls.state().isUsable();
    }

    /** Whether its session has no link, and nobody listens where another one was to be opened. */
    boolean isRefused() {
        return calls.state().isLinkRefused();
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

        /** Returns the object if it can be called at once; null if it must be found first. */
        @Nullable
        RemoteReference known();

        /** Makes a call that may run twice at a second server too, once the delay of its options has passed. */
        CompletableFuture<@Nullable Object> hedge(
                RemoteMethod method, @Nullable Object[] arguments, CallOptions options, long until);

        /**
         * Returns the attempts of a call, which find the object first.
         *
         * @param until the end of the call, by the caller's clock
         */
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
            return isHedged(method, options)
                    ? hedged(method, arguments, options)
                    : make(method, arguments, RecordedCalls.keyed(method, options), null);
        }

        private static boolean isHedged(RemoteMethod method, CallOptions options) {
            return options.hedgeAfter() != null && method.mayRunTwice(options);
        }

        private @Nullable Object hedged(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
                throws Throwable {
            LoopThread.leaveLoop();
            CompletableFuture<@Nullable Object> call = start(method, arguments, options);
            try {
                return call.get();
            } catch (ExecutionException e) {
                throw e.getCause();
            } catch (InterruptedException e) {
                call.cancel(true);
                throw new CallException(Code.CANCELLED, "The call to " + describe() + " was cancelled");
            }
        }

        /** @param delivery of a one-way call; null for another one */
        private @Nullable Object make(
                RemoteMethod method, @Nullable Object[] arguments, CallOptions options, @Nullable Delivery delivery)
                throws Throwable {
            checkUsable();
            long until = until(options);
            CallOptions now = options;
            AsyncCall.Repetition attempts = options.ordered() ? route.attempts(method, options, until) : null;
            RemoteReference to = attempts == null ? route.known() : attempts.known();
            try {
                while (true) {
                    try {
                        if (to == null) {
                            attempts = attempts == null ? route.attempts(method, options, until) : attempts;
                            to = attempts.find();
                            now = attempts.options();
                        }
                        if (attempts != null) {
                            attempts.made(to);
                        }
                        if (delivery == null) {
                            return to.callOnce(method, arguments, now);
                        }
                        OneWayCall.send(to, method, arguments, now, delivery);
                        return null;
                    } catch (CallException e) {
                        attempts = attempts == null ? route.attempts(method, options, until) : attempts;
                        attempts.afterFailure(to, e);
                        to = null;
                    }
                }
            } finally {
                if (attempts != null) {
                    attempts.end();
                }
                Reference.reachabilityFence(arguments);
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public CompletableFuture<@Nullable Object> start(
                RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
            checkUsable();
            CallOptions keyed = RecordedCalls.keyed(method, options);
            long until = until(keyed);
            return isHedged(method, keyed)
                    ? route.hedge(method, arguments, keyed, until)
                    : AsyncCall.start(route.attempts(method, keyed, until), method, arguments, keyed);
        }

        @Override
        public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
                throws Throwable {
            try {
                make(method, arguments, options, delivery);
            } catch (CallException e) {
                OneWayCall.failed(describe(), delivery, e);
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
