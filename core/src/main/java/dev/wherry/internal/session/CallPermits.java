package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.wire.InFlightCalls;
import java.util.concurrent.TimeUnit;

/**
 * Makes callers wait for a place among the calls in flight on a main link. A call that is made while another one is served is
 * refused instead, because calls that wait for each other would wait for ever.
 */
public final class CallPermits {
    /** The calls that these are for. */
    public interface Owner {
        /** Throws the failure of a caller for which there is nothing to wait for any more. */
        void checkOpen();
    }

    private final InFlightCalls<?> calls;
    private final String peer;
    private final Owner owner;
    private volatile int waiting;

    public CallPermits(InFlightCalls<?> calls, String peer, Owner owner) {
        this.calls = calls;
        this.peer = peer;
        this.owner = owner;
    }

    public void enter(long nanos) throws InterruptedException {
        if (calls.enter()) {
            return;
        }
        if (InboundCall.current() != null) {
            throw new CallException(
                    CallException.Code.REFUSED,
                    "A call within a call was refused: " + calls.limit() + " calls to " + peer
                            + " are in flight (limit 'callsInFlight')");
        }
        await(nanos);
    }

    private synchronized void await(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        waiting++;
        try {
            while (!calls.enter()) {
                owner.checkOpen();
                long left = until - System.nanoTime();
                if (left <= 0) {
                    throw new CallException(
                                    CallException.Code.DEADLINE_EXCEEDED,
                                    "The call was not sent: none of the " + calls.limit() + " in flight to " + peer
                                            + " ended in time (limit 'callsInFlight')")
                            .withOutcome(CallException.Outcome.NOT_RUN);
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } finally {
            waiting--;
        }
    }

    /** Places are free again. */
    public void left(int count) {
        if (waiting > 0) {
            wake(count);
        }
    }

    private synchronized void wake(int count) {
        for (int i = Math.min(count, waiting); i > 0; i--) {
            notify();
        }
    }

    /** Wakes all waiting callers: each checks again whether there is anything to wait for. */
    public synchronized void wake() {
        notifyAll();
    }
}
