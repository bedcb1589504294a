package dev.wherry.internal.loop;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.wire.RunningLimit;
import java.lang.System.Logger.Level;

/**
 * A call of main, from its arrival until it has a thread. It passes its limits one after the other, and has no thread while it
 * waits. Then a virtual thread is started for it, or a spare one.
 */
final class CallStart implements RunningLimit.Waiter {
    private final CallStarts starts;
    private final CallThreads.Quota threads;
    /** Limits the threads that were started and have not begun. */
    private final RunningLimit starting;

    private final CallStarts.Call call;
    private final Runnable task;
    private final boolean must;
    private final RunningLimit[] limits;
    private final long since = System.nanoTime();
    /** How many of the limits it has passed; each passes it on to the thread that goes on by the limit's lock. */
    private int passed;
    /** Whether a thread was started for it, which has not begun. */
    private boolean counted;

    /** @param must whether it is never refused */
    CallStart(
            CallStarts starts,
            RunningLimit starting,
            CallStarts.Call call,
            Runnable task,
            boolean must,
            RunningLimit[] limits) {
        this.starts = starts;
        this.starting = starting;
        this.call = call;
        this.task = task;
        this.must = must;
        this.limits = limits;
        threads = starts.threads();
    }

    /** @throws OutOfMemoryError if there is no thread: the call was not started and will not be */
    void begin() {
        try {
            pass();
        } catch (OutOfMemoryError e) {
            if (!hasBegun()) {
                leaveLimits(passed);
                throw e;
            }
        }
    }

    /** Returns whether a thread has begun with it although none could be started. */
    private boolean hasBegun() {
        return passed == limits.length && call.takeTask() == null;
    }

    private void pass() {
        for (; passed < limits.length; passed++) {
            if (!limits[passed].enter(starts, this, System.nanoTime())) {
                return;
            }
        }
        if (starting.enter(starts, this, System.nanoTime())) {
            try {
                startThread();
            } catch (OutOfMemoryError e) { // it may begin all the same
                leaveStarting();
                throw e;
            }
        }
    }

    private void startThread() {
        count(true);
        call.awaitThread(this::serve);
        boolean heavy = limits.length > 0 && limits[limits.length - 1] == threads.spareLimit();
        if (!((heavy || threads.areCarriersHeld()) && threads.trySpare(call))) {
            Thread.startVirtualThread(call);
        }
    }

    private synchronized boolean count(boolean now) {
        boolean before = counted;
        counted = now;
        return before;
    }

    private void leaveStarting() {
        if (count(false)) {
            starting.leave(System.nanoTime());
        }
    }

    /** Runs the call, on the first thread that takes it. */
    private void serve() {
        leaveStarting();
        threads.begun();
        try {
            task.run();
        } finally {
            leaveLimits(limits.length);
        }
    }

    private void leaveLimits(int count) {
        for (int i = count; --i >= 0; ) {
            limits[i].leave(System.nanoTime());
        }
    }

    boolean isWanted(long now) {
        return must || starts.isWanted(call, since, now, passed < limits.length ? limits[passed] : starting);
    }

    /** Answers it later, since it is no longer wanted where it waits. */
    void drop() {
        leaveLimits(passed);
        starts.refuseLater(task);
    }

    @Override
    public boolean turn() {
        try {
            return passed < limits.length ? passOn() : tryStart();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "A call that waited for its turn could not be started", e);
            return false;
        }
    }

    /** Its turn has come at a limit. */
    private boolean passOn() {
        int here = passed;
        if (isWanted(System.nanoTime())) {
            passed++;
            try {
                pass();
                return true;
            } catch (OutOfMemoryError e) {
                if (hasBegun()) {
                    return true;
                }
                for (int i = passed; --i > here; ) {
                    limits[i].leave(System.nanoTime());
                }
                call.refuse(new CallException(Code.REFUSED, CallThreads.NO_THREAD));
            }
        }
        passed = here;
        drop();
        return false;
    }

    /** Its turn has come to have a thread. */
    private boolean tryStart() {
        if (isWanted(System.nanoTime())) {
            try {
                startThread();
                return true;
            } catch (OutOfMemoryError e) {
                if (hasBegun()) {
                    return true;
                }
                count(false); // the next call has its place
                call.refuse(new CallException(Code.REFUSED, CallThreads.NO_THREAD));
            }
        }
        drop();
        return false;
    }
}
