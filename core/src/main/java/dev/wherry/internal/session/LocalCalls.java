package dev.wherry.internal.session;

import dev.wherry.CallOptions;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.InboundCall;
import dev.wherry.internal.local.LocalRun;
import dev.wherry.internal.protocol.OutboundCalls;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The calls by reference that run on threads of their own: they are counted, limited, kept in order and given time to end. */
final class LocalCalls {
    private final Engine engine;
    private final OutboundCalls<PendingCall> places;
    private final Gate gate;
    private final OrderedCalls ordered = new OrderedCalls();
    private final Set<LocalRun> running = ConcurrentHashMap.newKeySet();

    LocalCalls(Engine engine) {
        this.engine = engine;
        places = new OutboundCalls<>(engine.options().limits().callsInFlight());
        gate = new Gate(places, "an endpoint of this JVM", engine::checkOpen);
    }

    void run(LocalRun call, long object, CallOptions options) {
        try {
            gate.enter(options.timeout() == null ? Long.MAX_VALUE / 2 : InboundCall.within(options.timeout()));
        } catch (InterruptedException e) {
            throw new RemoteException(Code.CANCELLED, "Interrupted while waiting to make a call", e);
        }
        running.add(call);
        if (!engine.isOpen()) {
            left(call);
            engine.checkOpen();
        }
        Runnable service = () -> {
            try {
                call.run();
            } finally {
                left(call);
            }
        };
        if (options.ordered()) {
            ordered.run(object, service);
        } else {
            Thread.startVirtualThread(service);
        }
    }

    private void left(LocalRun call) {
        running.remove(call);
        places.leave();
        gate.left(1);
    }

    int count() {
        return running.size();
    }

    /** The endpoint is closed: whoever is inside or waits for a place is told. */
    void end() {
        RemoteException why = new RemoteException(Code.UNAVAILABLE, "The endpoint that served the call was closed");
        running.forEach(call -> call.end(why));
        gate.wake();
    }
}
