package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.invoke.Failures;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.session.Stages.Stage;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.spi.CodecException;
import java.lang.System.Logger.Level;
import java.lang.ref.Reference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The three ways of making a call: waiting for its outcome, with a future for it, and without. */
final class RemoteCall {
    private static final String NOT_SENT = "A queued one-way call was not sent to ";

    private RemoteCall() {}

    static @Nullable Object call(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        Session session = to.session();
        Stages stages = Stages.of(options.context());
        long started = Events.start();
        int codec = codec(to);
        Exchange exchange = begin(session, method, to.object(), options);
        Throwable failed = null;
        try {
            encode(method, arguments, codec, exchange.message());
            return stages == null
                    ? decode(method, codec, exchange.await())
                    : decode(method, codec, exchange, stages, session);
        } catch (Throwable t) {
            failed = t;
            throw t;
        } finally {
            exchange.end();
            Events.call(true, started, session.name(), method, failed);
        }
    }

    private static Exchange begin(Session session, RemoteMethod method, long object, CallOptions options) {
        try {
            return session.callsOut().begin(method, object, options);
        } catch (CodecException e) {
            throw unsendable(e);
        }
    }

    private static PendingCall beginByMain(
            RemoteReference to, RemoteMethod method, CallOptions options, int flags, @Nullable Runnable whenDone) {
        try {
            return to.session().callsOut().beginByMain(method, to.object(), options, flags, whenDone);
        } catch (CodecException e) {
            throw unsendable(e);
        }
    }

    static CompletableFuture<@Nullable Object> start(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        Outcome outcome = new Outcome(to, method, arguments);
        try {
            PendingCall call = beginByMain(to, method, options, 0, outcome::answered);
            outcome.call.set(call);
            send(to, method, arguments, call);
        } catch (RuntimeException e) {
            outcome.completeExceptionally(e);
        }
        return outcome;
    }

    static void send(
            RemoteReference to,
            RemoteMethod method,
            @Nullable Object[] arguments,
            CallOptions options,
            Delivery delivery)
            throws Throwable {
        switch (delivery) {
            case QUEUED -> queue(to, method, arguments, options);
            case SENT -> send(to, method, arguments, beginOneWay(to, method, options, 0));
            case ACCEPTED -> {
                PendingCall call = beginOneWay(to, method, options, Frame.ACCEPT);
                try {
                    encode(method, arguments, codec(to), call.message());
                    InboundMessage answer = call.await();
                    if (answer.failed()) { // else it has no body
                        decode(method, codec(to), answer);
                    }
                } finally {
                    call.end();
                }
            }
        }
    }

    private static PendingCall beginOneWay(RemoteReference to, RemoteMethod method, CallOptions options, int flag) {
        return beginByMain(to, method, options, Frame.ONE_WAY | flag, null);
    }

    private static void send(RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, PendingCall call) {
        try {
            encode(method, arguments, codec(to), call.message());
            call.send();
        } finally {
            call.end();
        }
    }

    /** Hands the call to a worker. It has its place among the calls in flight by then, so not many can wait there. */
    private static void queue(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        Session session = to.session();
        try {
            session.state().checkOpen();
        } catch (CallException e) {
            LOG.log(Level.WARNING, NOT_SENT + session.name(), e);
            return;
        }
        PendingCall call = beginOneWay(to, method, options, 0);
        if (options.ordered()) {
            // What its caller makes next through the ordered variant must not overtake it.
            sendUnheard(to, method, arguments, call);
        } else {
            call.handOver();
            AtomicReference<@Nullable PendingCall> waiting = new AtomicReference<>(call);
            try {
                Thread.startVirtualThread(() -> {
                    if (waiting.getAndSet(null) != null) {
                        sendInTime(to, method, arguments, call);
                    }
                });
            } catch (Error e) { // a thread that has failed to start may begin yet
                if (waiting.getAndSet(null) != null) {
                    call.end();
                }
                throw e;
            }
        }
    }

    /** By a worker: sends a call once there is room on the link, so that no flood of them is encoded at once. */
    private static void sendInTime(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, PendingCall call) {
        try {
            to.session().main().outbox().awaitRoom();
            sendUnheard(to, method, arguments, call);
        } catch (InterruptedException e) {
            LOG.log(Level.WARNING, NOT_SENT + to.session().name(), e);
            call.end();
        }
    }

    /** Nobody but the log is told of a failure. */
    private static void sendUnheard(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, PendingCall call) {
        try {
            send(to, method, arguments, call);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, NOT_SENT + to.session().name(), e);
        } finally {
            Reference.reachabilityFence(to);
            Reference.reachabilityFence(arguments);
        }
    }

    /** The control object's calls are always compact, whatever was agreed for others. */
    private static int codec(RemoteReference to) {
        return to.object() == Registry.OBJECT ? 0 : to.session().codec();
    }

    private static void encode(RemoteMethod method, @Nullable Object[] arguments, int codec, OutboundMessage to) {
        try {
            method.encodeArguments(arguments, codec, to);
            to.end();
        } catch (CodecException e) {
            if (to.reason(e) instanceof CallException refused) {
                throw refused;
            }
            throw unsendable(e);
        }
    }

    private static CallException unsendable(CodecException why) {
        return new CallException(Code.CODEC, "Cannot send the call: " + why.getMessage(), why)
                .withOutcome(CallException.Outcome.NOT_RUN);
    }

    private static @Nullable Object decode(RemoteMethod method, int codec, InboundMessage answer) throws Throwable {
        try {
            int agreed = answer.in().readByte();
            if (agreed != 0) {
                throw CodecException.malformed("codec " + agreed + " in answer to a call by codec 0 of those agreed");
            }
            if (answer.failed()) {
                throw Failures.decode(method, codec, answer);
            }
            return method.decodeResult(codec, answer);
        } catch (CodecException | ProtocolException e) {
            throw answer.unreadable(e);
        } finally {
            answer.end();
            answer.release();
        }
    }

    private static @Nullable Object decode(
            RemoteMethod method, int codec, Exchange exchange, Stages stages, Session session) throws Throwable {
        stages.mark(Stage.ENCODE);
        int out = exchange.message().out().size();
        InboundMessage answer = exchange.await();
        int in = Frame.HEADER + answer.in().remaining();
        stages.mark(Stage.AWAY);
        Object result = decode(method, codec, answer);
        stages.mark(Stage.DECODE);
        session.peer().traced(stages.over(out, in));
        return result;
    }

    /** @param failed whether it is a Failure, which may be of a call that was not run */
    static CallException unreadable(RuntimeException why, boolean failed) {
        return new CallException(Code.CODEC, "Cannot read the answer: " + why.getMessage(), why)
                .withOutcome(failed ? CallException.Outcome.UNKNOWN : CallException.Outcome.RAN);
    }

    /** The outcome of a call that nobody waits for yet. Decoding runs user code, so it never runs on a reader's thread. */
    static final class Outcome extends CompletableFuture<@Nullable Object> {
        private final RemoteReference to;
        private final RemoteMethod method;
        private final int codec;
        private final @Nullable Object[] arguments;

        /** Until its answer is read, or given up. */
        private final AtomicReference<@Nullable PendingCall> call = new AtomicReference<>();

        Outcome(RemoteReference to, RemoteMethod method, @Nullable Object[] arguments) {
            this.to = to;
            this.method = method;
            this.arguments = arguments;
            codec = codec(to);
        }

        /** If there is no thread for it, whatever depends on the outcome runs here rather than never. */
        void answered() {
            try {
                PendingCall answered = call.get();
                to.session().callsOut().awaitThread(this);
                to.session().threads().start(this::take, answered != null && answered.isLarge());
            } catch (OutOfMemoryError e) {
                to.session().callsOut().hasThread(this);
                completeExceptionally(new CallException(
                                Code.REFUSED, "The answer was not taken: there is no thread to be had for it", e)
                        .withOutcome(CallException.Outcome.UNKNOWN));
                PendingCall untaken = call.getAndSet(null);
                if (untaken != null) { // else a thread that carries others has begun with it all the same
                    untaken.leaveUnread();
                }
            }
        }

        /** By any thread of several that may have been started for it. */
        void take() {
            to.session().callsOut().hasThread(this);
            PendingCall answered = call.getAndSet(null);
            to.session().engine().callThreads().begun();
            try {
                if (answered != null) {
                    complete(decode(method, codec, answered.take()));
                }
            } catch (Throwable t) {
                completeExceptionally(t);
            } finally {
                // Else what only the call refers to might be released before it is answered.
                Reference.reachabilityFence(to);
                Reference.reachabilityFence(arguments);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            PendingCall pending = call.get();
            if (cancelled && pending != null) {
                to.session()
                        .callsOut()
                        .abandon(pending.id(), to.session().state().cancelled(CallException.Outcome.UNKNOWN));
            }
            return cancelled;
        }
    }
}
