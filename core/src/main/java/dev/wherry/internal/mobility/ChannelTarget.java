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
        Parcel parcel = channel.pack(method, arguments);
        Object reply;
        try {
            reply = carrier.target().call(carrier.call(), carrier.with(method, parcel), options);
        } catch (RemoteException e) {
            channel.failed(e, parcel);
            throw carrier.failed(e);
        }
        return outcome(method, reply, parcel);
    }

    private @Nullable Object outcome(RemoteMethod method, @Nullable Object reply, Parcel sent) throws Throwable {
        carrier.answered();
        return channel.outcome(method, (Reply) Objects.requireNonNull(reply, "a reply"), sent);
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        Parcel parcel = channel.pack(method, arguments);
        CompletableFuture<@Nullable Object> replied =
                carrier.target().start(carrier.call(), carrier.with(method, parcel), options);
        return new Outcome(method, parcel, replied);
    }

    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable {
        carrier.target().send(carrier.send(), carrier.with(method, channel.pack(method, arguments)), options, delivery);
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
    private final class Outcome extends CompletableFuture<@Nullable Object> {
        private final RemoteMethod method;
        private final Parcel sent;
        private final CompletableFuture<?> replied;

        Outcome(RemoteMethod method, Parcel sent, CompletableFuture<@Nullable Object> replied) {
            this.method = method;
            this.sent = sent;
            this.replied = replied;
            replied.whenComplete(this::replied).exceptionally(_ -> null);
        }

        private void replied(@Nullable Object reply, @Nullable Throwable failed) {
            try {
                if (failed != null) {
                    channel.failed(failed, sent);
                    if (failed instanceof RemoteException e) {
                        var _ = carrier.failed(e); // which is for callers who wait
                    }
                    throw failed;
                }
                complete(outcome(method, reply, sent));
            } catch (Throwable t) {
                completeExceptionally(t);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            return replied.cancel(mayInterruptIfRunning) || cancelled;
        }
    }
}
