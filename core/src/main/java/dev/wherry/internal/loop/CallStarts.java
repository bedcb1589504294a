package dev.wherry.internal.loop;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.RunningLimit;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Starts the calls of one session as soon as the limits of calls that run allow it, and refuses calls that would wait for too
 * long. For any thread.
 */
public final class CallStarts {
    private static final RunningLimit[] NONE = {};
    /** How often a thread that waits for its turn checks whether its call is still wanted. */
    private static final long CHECK = TimeUnit.MILLISECONDS.toNanos(20);

    /** A call that is started. */
    public interface Call extends Runnable {
        /** Sets the task of {@link #run}, which the first thread to call that takes. */
        void awaitThread(Runnable task);

        boolean awaitsThread();

        /** Returns the task if the calling thread is the first to take it; null: another thread was. */
        @Nullable
        Runnable takeTask();

        /** Returns whether it shall run. If not, running it makes the answer that says why. */
        boolean isWanted(long now);

        /** Makes {@link #isWanted} return false, as long as it does not run. */
        void refuse(CallException why);
    }

    private final RunningLimits shared;
    private final CallThreads.Quota threads;
    private final RunningLimit starting;
    /** The limits of all calls of this session. */
    private final RunningLimit[] common;

    private final boolean methods;
    /** Whether any limit but that of processors was set. */
    private final boolean limited;

    private final Batching output;
    /** Calls that had their turn and were no longer wanted. */
    private final Queue<Runnable> unwanted = new ConcurrentLinkedQueue<>();

    private volatile boolean ended;
    private volatile @Nullable Wait last;

    private record Wait(long millis, RunningLimit limit, String text) {}

    CallStarts(RunningLimits shared, CallThreads.Quota threads, Batching output) {
        this.shared = shared;
        this.threads = threads;
        this.output = output;
        starting = shared.starting();
        methods = shared.haveMethods();
        List<RunningLimit> all = new ArrayList<>();
        add(shared.ofSession(), all);
        add(shared.all(), all);
        common = all.toArray(NONE);
        limited = common.length > 0 || methods;
    }

    private static void add(@Nullable RunningLimit limit, List<RunningLimit> to) {
        if (limit != null) {
            to.add(limit);
        }
    }

    /** Returns the threads of the session. */
    public CallThreads.Quota threads() {
        return threads;
    }

    /** Returns whether calls of lanes have limits. */
    public boolean areLimited() {
        return limited;
    }

    /** Returns whether some methods have limits, so that the method of each call must be known. */
    public boolean needMethods() {
        return methods;
    }

    /** Returns whether a method has a limit. Such a method is never run by a loop. */
    public boolean limit(RemoteMethod method) {
        return methods && !shared.of(method).isEmpty();
    }

    /** Returns the limits of a call in the order in which it passes them; {@code method} is null if it is not known. */
    public RunningLimit[] limits(@Nullable RemoteMethod method) {
        if (!methods || method == null) {
            return common;
        }
        List<RunningLimit> all = new ArrayList<>(shared.of(method));
        all.addAll(List.of(common));
        return all.toArray(NONE);
    }

    // ---- refusing

    /**
     * Returns why a call that was received now is refused; null if it is not.
     *
     * @param millisLeft that its caller waits; 0: without end
     */
    public @Nullable String overload(RunningLimit[] limits, long millisLeft) {
        long now = System.nanoTime();
        String over = overload(starting, millisLeft, now);
        for (int i = 0; i < limits.length && over == null; i++) {
            over = overload(limits[i], millisLeft, now);
        }
        return over;
    }

    private @Nullable String overload(RunningLimit limit, long millisLeft, long now) {
        long waited = limit.wait(this, now);
        if (waited == 0) {
            return null;
        }
        long half = millisLeft == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millisLeft) / 2;
        return waited > Math.min(half, shared.queueTime()) ? over(waited, limit) : null;
    }

    /** The place for what a refusal also says, such as when to try again. The same text is returned for a millisecond. */
    private String over(long waited, RunningLimit limit) {
        long millis = TimeUnit.NANOSECONDS.toMillis(waited);
        Wait before = last;
        if (before != null && before.millis == millis && before.limit == limit) {
            return before.text;
        }
        String text = "calls of this session wait here for " + millis + " ms, since more are received than can be run ("
                + limit + "). Make it again later, or at another server";
        last = new Wait(millis, limit, text);
        return text;
    }

    /** Answers the calls that wait and are no longer wanted. Called by the watcher. */
    public void refuseUnwanted(long now) {
        refuseUnwanted(starting, now);
        for (RunningLimit limit : common) {
            refuseUnwanted(limit, now);
        }
        for (RunningLimit limit : shared.ofMethods()) {
            refuseUnwanted(limit, now);
        }
        if (!unwanted.isEmpty()) {
            answerUnwanted();
        }
    }

    private void refuseUnwanted(RunningLimit limit, long now) {
        for (RunningLimit.Waiter each :
                limit.remove(this, each -> each instanceof Start call && !call.isWanted(now), now)) {
            ((Start) each).drop();
        }
    }

    /** The session has ended. */
    public void end() {
        ended = true;
        refuseUnwanted(System.nanoTime());
    }

    /** In one write, since there may be thousands. */
    private void answerUnwanted() {
        output.hold();
        try {
            for (Runnable next = unwanted.poll(); next != null; next = unwanted.poll()) {
                next.run();
            }
        } finally {
            output.release();
        }
    }

    /** Leaves the answer to the watcher: the calling thread has an answer of its own to send, or a call to run. */
    private void refuseLater(Runnable answer) {
        try {
            unwanted.add(answer);
        } catch (OutOfMemoryError e) {
            answer.run();
        }
        if (ended) { // the watcher does not come any more
            answerUnwanted();
        }
    }

    private boolean isWanted(Call call, long since, long now, RunningLimit limit) {
        long waited = now - since;
        if (waited > shared.queueTime()) {
            call.refuse(new CallException(Code.REFUSED, "The call was not run: " + over(waited, limit)));
        }
        return call.isWanted(now);
    }

    // ---- calls of main

    /**
     * Starts a call on another thread, now or later.
     *
     * @param heavy whether it may hold a processor for long
     * @param must whether it is never refused
     * @throws OutOfMemoryError if there is no thread: the call was not started and will not be
     */
    public void start(Call call, Runnable task, boolean heavy, boolean must, RunningLimit[] limits) {
        new Start(call, task, heavy, must, limits).begin();
    }

    /** The way of a call through its limits to its thread. Run by the virtual thread that was started for it. */
    private final class Start implements RunningLimit.Waiter, Runnable {
        private final Call call;
        private final Runnable task;
        private final boolean heavy;
        private final boolean must;
        private final RunningLimit[] limits;
        private final Runnable service = this::serve;
        private final long since = System.nanoTime();
        /** How many of the limits it has passed; each passes it on to the thread that goes on by the limit's lock. */
        private int passed;
        /** Whether a virtual thread was started for it, which has not begun. */
        private boolean counted;

        Start(Call call, Runnable task, boolean heavy, boolean must, RunningLimit[] limits) {
            this.call = call;
            this.task = task;
            this.heavy = heavy;
            this.must = must;
            this.limits = limits;
        }

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
                if (!limits[passed].enter(CallStarts.this, this, System.nanoTime())) {
                    return;
                }
            }
            call.awaitThread(service);
            if ((heavy || threads.areCarriersHeld()) && threads.trySpare(call)) {
                return;
            }
            if (starting.enter(CallStarts.this, this, System.nanoTime())) {
                startVirtual();
            }
        }

        private void startVirtual() {
            count(true);
            try {
                Thread.startVirtualThread(this);
            } catch (OutOfMemoryError e) { // it may begin all the same
                leaveStarting();
                throw e;
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

        @Override
        public void run() {
            leaveStarting();
            call.run();
        }

        private void serve() {
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
            return must
                    || CallStarts.this.isWanted(call, since, now, passed < limits.length ? limits[passed] : starting);
        }

        /** Answers it later, since it is no longer wanted where it waits. */
        void drop() {
            if (passed < limits.length || call.takeTask() != null) { // otherwise a spare thread runs it
                leaveLimits(passed);
                refuseLater(task);
            }
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

        /** Its turn has come to have a thread. Meanwhile a spare thread may have run it. */
        private boolean tryStart() {
            if (!call.awaitsThread()) {
                return false;
            }
            if (isWanted(System.nanoTime())) {
                try {
                    count(true);
                    Thread.startVirtualThread(this);
                    return true;
                } catch (OutOfMemoryError e) { // it may begin all the same
                    if (!count(false)) {
                        return true;
                    }
                    call.refuse(new CallException(Code.REFUSED, CallThreads.NO_THREAD));
                }
            }
            drop();
            return false;
        }
    }

    // ---- calls of lanes, and calls in order: their threads wait

    /** Runs a task within the limits. If its call is no longer wanted, runs it at once. */
    public void run(Call call, RunningLimit[] limits, Runnable task) {
        int passed = 0;
        try {
            while (passed < limits.length && new WaitingThread(call).enter(limits[passed])) {
                passed++;
            }
            task.run();
        } finally {
            while (--passed >= 0) {
                limits[passed].leave(System.nanoTime());
            }
        }
    }

    /** A thread that waits for the turn of its call. */
    private final class WaitingThread implements RunningLimit.Waiter {
        private final Call call;
        private final Thread thread = Thread.currentThread();
        private boolean ready;
        private boolean gone;

        WaitingThread(Call call) {
            this.call = call;
        }

        /** Returns false if the call is no longer wanted. */
        boolean enter(RunningLimit limit) {
            long since = System.nanoTime();
            if (limit.enter(CallStarts.this, this, since)) {
                return true;
            }
            while (!isReady()) {
                LockSupport.parkNanos(this, CHECK);
                Thread.interrupted(); // meant for the method: the call's state has the reason
                long now = System.nanoTime();
                if (!isWanted(call, since, now, limit) && leave()) {
                    limit.remove(CallStarts.this, each -> each == this, now);
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
}
