package dev.wherry.internal.mobility;

import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Peer;
import dev.wherry.RemoteException;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.call.Target;
import dev.wherry.internal.mobility.Parcel.Reply;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An object at the other side of a channel: its calls are calls of the one that carries their parcels. */
final class ChannelTarget implements Target {
    private final Channel channel;
    private final Carrier carrier;

    ChannelTarget(Channel channel, Carrier carrier) {
        this.channel = channel;
        this.carrier = carrier;
    }

    Channel channel() {
        return channel;
    }

    /** What stands for the object at its own side. */
    @Nullable
    Object carried() {
        return carrier.stub();
    }

    @Override
    public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        try {
            return callHere(method, arguments, options);
        } catch (WorkspaceGone gone) {
            ChannelTarget other = carrier.instead(gone);
            try {
                return other.callHere(other.own(method), arguments, options);
            } catch (WorkspaceGone again) {
                throw again.told();
            }
        }
    }

    private @Nullable Object callHere(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        Parcel parcel = channel.pack(method, arguments);
        Object reply;
        try {
            reply = carrier.target().call(carrier.call(), carrier.with(method, parcel), options);
        } catch (RemoteException e) {
            channel.failed(e, parcel);
            throw e;
        }
        return outcome(method, reply, parcel);
    }

    /** The same method as this channel writes and reads it. */
    private RemoteMethod own(RemoteMethod method) {
        return Objects.requireNonNull(channel.parsed(method.owner().type()).method(method.key()), "a method");
    }

    private @Nullable Object outcome(RemoteMethod method, @Nullable Object reply, Parcel sent) throws Throwable {
        carrier.answered();
        return channel.outcome(method, (Reply) Objects.requireNonNull(reply, "a reply"), sent);
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        Outcome outcome = new Outcome(arguments, options);
        outcome.start(this, method, true);
        return outcome;
    }

    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable {
        carrier.target().send(carrier.send(), carrier.with(method, channel.pack(method, arguments)), options, delivery);
        carrier.sent();
    }

    @Override
    public Object identity() {
        return carrier.target().identity();
    }

    @Override
    public String describe() {
        return carrier.target().describe();
    }

    @Override
    public Optional<Peer> peer() {
        return carrier.target().peer();
    }

    @Override
    public void release() {
        carrier.target().release();
    }

    /** Of a call that nobody waits for yet. Cancelling it cancels the one that carries it. */
    private static final class Outcome extends CompletableFuture<@Nullable Object> {
        private final @Nullable Object[] arguments;
        private final CallOptions options;
        private volatile @Nullable CompletableFuture<?> carrying;

        Outcome(@Nullable Object[] arguments, CallOptions options) {
            this.arguments = arguments;
            this.options = options;
        }

        /** @param first whether it may be made once more, where the object that is called has gone */
        void start(ChannelTarget at, RemoteMethod method, boolean first) {
            Parcel parcel = at.channel.pack(method, arguments);
            CompletableFuture<@Nullable Object> started =
                    at.carrier.target().start(at.carrier.call(), at.carrier.with(method, parcel), options);
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
                at.channel.failed(failed, sent);
                throw failed;
            }
            if (!first) {
                throw gone.told();
            }
            ChannelTarget other = at.carrier.instead(gone);
            start(other, other.own(method), false);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            CompletableFuture<?> now = carrying;
            return (now != null && now.cancel(mayInterruptIfRunning)) || cancelled;
        }
    }
}
