package dev.wherry.mobility.internal.parcels;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.Failures;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.spi.CodecException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An object at the other side of a channel. A call of it is a call of the object that accepts its parcels, see {@link Route}. */
public final class ChannelTarget implements CallTarget {
    private final Channel channel;
    private final Route route;
    private final @Nullable Supplier<ChannelTarget> next;

    /** @param next returns the successor of an object that is gone; null: there is none */
    public ChannelTarget(Channel channel, Route route, @Nullable Supplier<ChannelTarget> next) {
        this.channel = channel;
        this.route = route;
        this.next = next;
    }

    Channel channel() {
        return channel;
    }

    /** Returns the remote object that represents it at its side; null for a workspace. */
    @Nullable
    Object remoteObject() {
        return route.stub();
    }

    @Override
    public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        ChannelTarget at = now();
        try {
            return at.callHere(at.own(method), arguments, options);
        } catch (WorkspaceGone gone) {
            ChannelTarget other = at.successor(gone);
            try {
                return other.callHere(other.own(method), arguments, options);
            } catch (WorkspaceGone again) {
                throw again.toCallException();
            }
        }
    }

    /** Returns the target of the next call: this one, or its successor if a call has found this one gone. */
    private ChannelTarget now() {
        return next != null && route.isGone() ? next.get() : this;
    }

    /** Returns the target that repeats a call which has found this one gone. */
    private ChannelTarget successor(WorkspaceGone gone) {
        route.missed();
        if (next == null) {
            throw gone.toCallException();
        }
        return next.get();
    }

    private @Nullable Object callHere(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        Parcel parcel = pack(method, arguments);
        Object reply;
        try {
            reply = route.target().call(route.call(), route.with(method, parcel), options);
        } catch (CallException e) {
            failed(e, parcel);
            throw e;
        }
        return outcome(method, reply, parcel);
    }

    /** Returns the same method of the interface as this channel has parsed it. */
    private RemoteMethod own(RemoteMethod method) {
        RemoteInterface own = channel.parsed(method.owner().type());
        return own.equals(method.owner()) ? method : Objects.requireNonNull(own.method(method.key()), "a method");
    }

    /** Encodes a call. */
    public Parcel pack(RemoteMethod method, @Nullable Object[] arguments) {
        try {
            Packing packing = channel.packing();
            method.encodeArguments(arguments, Channel.COMPACT, packing);
            return channel.asking(packing);
        } catch (CodecException e) {
            throw new CallException(Code.CODEC, "Cannot send the call: " + e.getMessage(), e)
                    .withOutcome(CallException.Outcome.NOT_RUN);
        }
    }

    /**
     * Decodes the answer: returns the result, or throws the failure.
     *
     * @param sent the call that it answers
     */
    public @Nullable Object outcome(RemoteMethod method, @Nullable Object reply, Parcel sent) throws Throwable {
        route.answered();
        Reply answer = (Reply) Objects.requireNonNull(reply, "a reply");
        channel.code().acknowledged(sent.code());
        Unpacking from = channel.open(answer.parcel());
        try {
            if (answer.failed()) {
                throw Failures.decode(method, Channel.COMPACT, from);
            }
            Object result = method.decodeResult(Channel.COMPACT, from);
            from.checkEnd();
            return result;
        } catch (CodecException e) {
            throw new CallException(Code.CODEC, "Cannot read the answer: " + e.getMessage(), e)
                    .withOutcome(answer.failed() ? CallException.Outcome.UNKNOWN : CallException.Outcome.RAN);
        }
    }

    /** Called when a call has failed without an answer, perhaps because of its classes. */
    private void failed(Throwable failure, Parcel sent) {
        if (failure instanceof CallException e && (e.code() == Code.REFUSED || e.code() == Code.CODEC)) {
            channel.code().refused(sent.code());
        }
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        Outcome outcome = new Outcome(arguments, options);
        outcome.start(now(), method, true);
        return outcome;
    }

    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable {
        ChannelTarget at = now();
        RemoteMethod own = at.own(method);
        Route to = at.route;
        to.target().send(to.send(), to.with(own, at.pack(own, arguments)), options, delivery);
        to.sent();
    }

    @Override
    public Object identity() {
        return route.target().identity();
    }

    @Override
    public String describe() {
        return route.target().describe();
    }

    @Override
    public Optional<Peer> peer() {
        return route.target().peer();
    }

    @Override
    public void release() {
        route.target().release();
    }

    /** The future of an asynchronous call. Cancelling it cancels the call that carries the parcel. */
    private static final class Outcome extends CompletableFuture<@Nullable Object> {
        private final @Nullable Object[] arguments;
        private final CallOptions options;
        private volatile @Nullable CompletableFuture<?> carrying;

        Outcome(@Nullable Object[] arguments, CallOptions options) {
            this.arguments = arguments;
            this.options = options;
        }

        /** @param first whether the call may be repeated if the object is gone */
        void start(ChannelTarget at, RemoteMethod called, boolean first) {
            RemoteMethod method = at.own(called);
            Parcel parcel = at.pack(method, arguments);
            CompletableFuture<@Nullable Object> started =
                    at.route.target().start(at.route.call(), at.route.with(method, parcel), options);
            carrying = started;
            if (isCancelled()) {
                started.cancel(true);
            }
            started.whenComplete((reply, failed) -> {
                        try {
                            if (failed != null) {
                                failed(failed, at, method, parcel, first);
                            } else {
                                complete(at.outcome(method, reply, parcel));
                            }
                        } catch (Throwable t) {
                            completeExceptionally(t);
                        }
                    })
                    .exceptionally(_ -> null);
        }

        private void failed(Throwable failed, ChannelTarget at, RemoteMethod method, Parcel sent, boolean first)
                throws Throwable {
            if (!(failed instanceof WorkspaceGone gone)) {
                at.failed(failed, sent);
                throw failed;
            }
            if (!first) {
                throw gone.toCallException();
            }
            start(at.successor(gone), method, false);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            CompletableFuture<?> now = carrying;
            return (now != null && now.cancel(mayInterruptIfRunning)) || cancelled;
        }
    }
}
