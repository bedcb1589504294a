package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Frame;
import java.lang.System.Logger.Level;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Makes calls without a result, by each {@link Delivery}. */
final class OneWayCall {
    private static final String NOT_SENT = "A queued one-way call was not sent to ";

    private OneWayCall() {}

    static void send(
            RemoteReference to,
            RemoteMethod method,
            @Nullable Object[] arguments,
            CallOptions options,
            Delivery delivery)
            throws Throwable {
        switch (delivery) {
            case QUEUED -> queue(to, method, arguments, options);
            case SENT -> send(method, arguments, begin(to, method, options));
            case ACCEPTED -> {
                Exchange call = to.calls().begin(method, to.object(), options, Frame.ONE_WAY | Frame.ACCEPT);
                try {
                    call.message().encode(method, arguments);
                    InboundMessage answer = call.await();
                    if (answer.failed()) { // otherwise it has no body
                        answer.decode(method, options);
                    }
                } finally {
                    call.end();
                }
            }
        }
    }

    private static PendingCall begin(RemoteReference to, RemoteMethod method, CallOptions options) {
        return to.calls().beginByMain(method, to.object(), options, Frame.ONE_WAY, null);
    }

    private static void send(RemoteMethod method, @Nullable Object[] arguments, PendingCall call) {
        try {
            call.message().encode(method, arguments);
            call.send();
        } finally {
            call.end();
        }
    }

    /** Passes the call to a virtual thread. The call counts as in flight from here on, which limits how many can wait. */
    private static void queue(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        PendingCall call = begin(to, method, options);
        if (options.ordered()) {
            // A later call through the same ordered stub must not overtake it.
            sendOrLog(to, method, arguments, call);
            return;
        }
        call.handOver();
        AtomicReference<@Nullable PendingCall> waiting = new AtomicReference<>(call);
        try {
            Thread.startVirtualThread(() -> {
                if (waiting.getAndSet(null) != null) {
                    sendWhenNotFull(to, method, arguments, call);
                }
            });
        } catch (Error e) { // a thread that has failed to start may begin yet
            if (waiting.getAndSet(null) != null) {
                call.end();
            }
            throw e;
        }
    }

    /** Sends a call once the link has capacity, so that not all calls of a flood are encoded at once. */
    private static void sendWhenNotFull(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, PendingCall call) {
        try {
            to.calls().main().outbox().awaitCapacity(Long.MAX_VALUE / 2, () -> true);
            sendOrLog(to, method, arguments, call);
        } catch (InterruptedException e) {
            logUnsent(to, e);
            call.end();
        }
    }

    private static void sendOrLog(
            RemoteReference to, RemoteMethod method, @Nullable Object[] arguments, PendingCall call) {
        try {
            send(method, arguments, call);
        } catch (RuntimeException e) {
            logUnsent(to, e);
        } finally {
            Reference.reachabilityFence(to);
            Reference.reachabilityFence(arguments);
        }
    }

    private static void logUnsent(RemoteReference to, Exception why) {
        LOG.log(Level.WARNING, NOT_SENT + to.calls().state().peer(), why);
    }

    /**
     * Throws the failure of a call that was not sent. For a queued call, whose caller learns of no connection, it is logged.
     *
     * @param to the object
     */
    static void failed(String to, Delivery delivery, CallException why) {
        if (delivery != Delivery.QUEUED || why.code() != Code.UNAVAILABLE) {
            throw why;
        }
        LOG.log(Level.WARNING, NOT_SENT + to, why);
    }
}
