package dev.wherry.internal.loop;

import dev.wherry.internal.wire.RunningLimit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The calling thread while it waits for the turn of its call at a limit: that of a lane, or of calls in order. */
final class WaitingThread implements RunningLimit.Waiter {
    /** How often it checks whether its call is still wanted. */
    private static final long CHECK = TimeUnit.MILLISECONDS.toNanos(20);

    private final CallStarts starts;
    private final CallStarts.Waiting call;
    private final Thread thread = Thread.currentThread();
    private boolean ready;
    private boolean gone;

    WaitingThread(CallStarts starts, CallStarts.Waiting call) {
        this.starts = starts;
        this.call = call;
    }

    /** Waits for the turn. Returns false if the call is no longer wanted. */
    boolean enter(RunningLimit limit) {
        long since = System.nanoTime();
        if (limit.enter(starts, this, since)) {
            return true;
        }
        while (!isReady()) {
            LockSupport.parkNanos(this, CHECK);
            Thread.interrupted(); // meant for the method: the call's state has the reason
            long now = System.nanoTime();
            if (!starts.isWanted(call, since, now, limit) && leave()) {
                limit.remove(starts, each -> each == this, now);
                return false;
            }
        }
        return true;
    }

    private synchronized boolean isReady() {
        return ready;
    }

    private synchronized boolean leave() {
        gone = !ready;
        return gone;
    }

    @Override
    public boolean turn() {
        synchronized (this) {
            if (gone) {
                return false;
            }
            ready = true;
        }
        LockSupport.unpark(thread);
        return true;
    }
}
