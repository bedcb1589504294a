package dev.wherry.internal.session;

import dev.wherry.RemoteException;
import dev.wherry.internal.call.InboundCall;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Calls in flight on a main link, up to what the peer takes. Callers wait here; a call made while serving another is
 * refused instead, since those that wait for each other would wait for ever.
 */
final class Gate {
    /** Whatever the peer takes: a sender that is so far ahead is better held back. */
    private static final int MOST = 1 << 20;

    private final Semaphore free;
    private final int limit;
    private final String peer;

    Gate(int limit, String peer) {
        this.limit = Math.clamp(limit, 1, MOST);
        this.peer = peer;
        free = new Semaphore(this.limit);
    }

    void enter(long nanos) throws InterruptedException {
        if (free.tryAcquire()) {
            return;
        }
        if (InboundCall.current() != null) {
            throw new RemoteException(
                    RemoteException.Code.REFUSED,
                    "A call within a call was refused: " + limit + " calls to " + peer
                            + " are in flight (limit 'callsInFlight')");
        }
        if (free.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
            return;
        }
        throw new RemoteException(
                RemoteException.Code.DEADLINE_EXCEEDED,
                "No call of the " + limit + " in flight to " + peer + " ended in time (limit 'callsInFlight')");
    }

    void leave(int count) {
        free.release(count);
    }

    int inside() {
        return limit - free.availablePermits();
    }
}
