package dev.wherry.internal.session;

import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.Failures;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.protocol.CallHead;
import dev.wherry.internal.protocol.Frame;
import dev.wherry.internal.protocol.ProtocolException;
import dev.wherry.spi.CodecException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.Reference;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The three ways of making a call: waiting for its outcome, with a future for it, and without. */
final class RemoteCall {
    private static final Logger LOG = System.getLogger("dev.wherry.session");

    private RemoteCall() {}

    static @Nullable Object call(
            Session session, long object, RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        long started = Events.start();
        int codec = codec(session, object);
        Exchange exchange = session.callsOut().begin(method, object, options);
        Throwable failed = null;
        try {
            encode(method, arguments, codec, exchange.message());
            return decode(method, codec, exchange.await());
        } catch (Throwable t) {
            failed = t;
            throw t;
        } finally {
            exchange.end();
            Events.made(started, session.name(), method, failed);
        }
    }

    /** @param needed must not be found to be garbage, and be released, before the call is answered */
    static CompletableFuture<@Nullable Object> start(
            Session session,
            long object,
            RemoteMethod method,
            @Nullable Object[] arguments,
            CallOptions options,
            Object needed) {
        Future future = new Future(session, method, codec(session, object), needed);
        try {
            session.state().checkOpen();
            long nanos = session.callsOut().nanos(options);
            CallHead head = session.callsOut().head(method, object, options, nanos);
            PendingCall call = session.callsOut().pending(method, head, 0, nanos, future::answered);
            future.call = call;
            try {
                encode(method, arguments, future.codec, call.message());
                call.send();
            } finally {
                call.end();
            }
        } catch (RuntimeException e) {
            future.completeExceptionally(e);
        }
        return future;
    }

    static void send(
            Session session,
            long object,
            RemoteMethod method,
            @Nullable Object[] arguments,
            CallOptions options,
            Delivery delivery)
            throws Throwable {
        if (delivery == Delivery.QUEUED && !session.state().isOpen()) {
            LOG.log(
                    Level.WARNING,
                    "A queued one-way call to {0} was not sent: its connection has ended",
                    session.name());
            return;
        }
        session.state().checkOpen();
        long nanos = session.callsOut().nanos(options);
        CallHead head = session.callsOut().head(method, object, options, nanos);
        int flags = delivery == Delivery.ACCEPTED ? Frame.ONE_WAY | Frame.ACCEPT : Frame.ONE_WAY;
        PendingCall call = session.callsOut().pending(method, head, flags, nanos, null);
        int codec = codec(session, object);
        switch (delivery) {
            case SENT -> sendNow(method, arguments, codec, call);
            case QUEUED -> {
                call.handOver();
                Runnable sending = () -> queued(session, () -> sendNow(method, arguments, codec, call));
                if (options.ordered()) {
                    session.callsOut().queued().run(object, sending);
                } else {
                    Thread.startVirtualThread(sending);
                }
            }
            case ACCEPTED -> {
                try {
                    encode(method, arguments, codec, call.message());
                    accepted(method, codec, call.await());
                } finally {
                    call.end();
                }
            }
        }
    }

    /** The caller has gone on: a failure has nobody else to tell. */
    private static void queued(Session session, Runnable sending) {
        try {
            sending.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "A queued one-way call to " + session.name() + " was not sent", e);
        }
    }

    /** The answer to "taken in" has no body; a call that could not be taken in has a failure. */
    private static void accepted(RemoteMethod method, int codec, Incoming answer) throws Throwable {
        if (answer.failed()) {
            decode(method, codec, answer);
        }
    }

    private static void sendNow(RemoteMethod method, @Nullable Object[] arguments, int codec, PendingCall call) {
        try {
            encode(method, arguments, codec, call.message());
            call.sendOneWay();
        } finally {
            call.end();
        }
    }

    /** The control object's calls are always compact, whatever was agreed for others. */
    private static int codec(Session session, long object) {
        return object == Registry.OBJECT ? 0 : session.codec();
    }

    private static void encode(RemoteMethod method, @Nullable Object[] arguments, int codec, Message to) {
        try {
            method.encodeArguments(arguments, codec, to);
        } catch (CodecException e) {
            throw new RemoteException(Code.CODEC, "Cannot send the call: " + e.getMessage(), e);
        }
    }

    private static @Nullable Object decode(RemoteMethod method, int codec, Incoming answer) throws Throwable {
        try {
            answer.in().readByte();
            if (answer.failed()) {
                throw Failures.decode(method, codec, answer);
            }
            return method.decodeResult(codec, answer);
        } catch (CodecException | ProtocolException e) {
            throw new RemoteException(Code.CODEC, "Cannot read the answer: " + e.getMessage(), e);
        }
    }

    /** The outcome of a call that nobody waits for yet. Decoding runs user code, so it never runs on a reader's thread. */
    private static final class Future extends CompletableFuture<@Nullable Object> {
        private final Session session;
        private final RemoteMethod method;
        private final int codec;
        private final Object needed;
        private volatile @Nullable PendingCall call;

        Future(Session session, RemoteMethod method, int codec, Object needed) {
            this.needed = needed;
            this.session = session;
            this.method = method;
            this.codec = codec;
        }

        void answered() {
            Thread.startVirtualThread(() -> {
                PendingCall answered = call;
                try {
                    if (answered != null) {
                        complete(decode(method, codec, answered.take()));
                    }
                } catch (Throwable t) {
                    completeExceptionally(t);
                } finally {
                    Reference.reachabilityFence(needed);
                }
            });
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            PendingCall pending = call;
            if (cancelled && pending != null) {
                session.callsOut().abandon(pending.id(), session.state().cancelled());
            }
            return cancelled;
        }
    }
}
