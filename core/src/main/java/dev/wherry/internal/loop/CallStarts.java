package dev.wherry.internal.loop;

import dev.wherry.CallException;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Refusal;
import dev.wherry.internal.wire.RunningLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one session that wait until they may run. It starts each of them as soon as the limits allow it, refuses new calls
 * that would wait for too long, and answers those that nobody waits for any more. For any thread.
 */
public final class CallStarts {
    private static final RunningLimit[] NONE = {};

    /** A call that waits until it may run. */
    public interface Call extends Runnable, Waiting {
        /** Sets the task of {@link #run}, which the first thread to call that takes. */
        void awaitThread(Runnable task);

        /** Returns the task if the calling thread is the first to take it; null: another thread was. */
        @Nullable
        Runnable takeTask();
    }

    /** A call that waits on the thread that will run it. */
    public interface Waiting {
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
    /** The same, and that of calls on spare threads. */
    private final RunningLimit[] commonHeavy;

    private final boolean methods;
    /** Whether any limit but that of processors was set. */
    private final boolean limited;

    private final Batching output;
    /** Calls that waited and are no longer wanted. */
    private final Queue<Runnable> unwanted = new ConcurrentLinkedQueue<>();

    private volatile boolean ended;
    private volatile @Nullable Wait last;

    private record Wait(long millis, RunningLimit limit, Refusal refusal) {}

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
        all.add(threads.spareLimit());
        commonHeavy = all.toArray(NONE);
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

    /**
     * Returns the limits of a call in the order in which it passes them.
     *
     * @param method null if it is not known
     * @param heavy whether it is to run on a spare thread
     */
    public RunningLimit[] limits(@Nullable RemoteMethod method, boolean heavy) {
        RunningLimit[] ofAll = heavy ? commonHeavy : common;
        if (!methods || method == null) {
            return ofAll;
        }
        List<RunningLimit> all = new ArrayList<>(shared.of(method));
        all.addAll(List.of(ofAll));
        return all.toArray(NONE);
    }

    /** Returns the limits of the thread that runs calls in order, each of which has limits of its own. */
    public RunningLimit[] limits(boolean heavy) {
        return heavy ? new RunningLimit[] {threads.spareLimit()} : NONE;
    }

    // ---- running

    /**
     * Starts a call on another thread, now or later.
     *
     * @param must whether it is never refused
     * @throws OutOfMemoryError if there is no thread: the call was not started and will not be
     */
    public void start(Call call, Runnable task, boolean must, RunningLimit[] limits) {
        new CallStart(this, starting, call, task, must, limits).begin();
    }

    /**
     * Runs a task of a lane, or of calls in order, on the calling thread, which waits for the limits. If its call is no longer
     * wanted, runs it at once.
     */
    public void run(Waiting call, RunningLimit[] limits, Runnable task) {
        int passed = 0;
        try {
            while (passed < limits.length && new WaitingThread(this, call).enter(limits[passed])) {
                passed++;
            }
            task.run();
        } finally {
            while (--passed >= 0) {
                limits[passed].leave(System.nanoTime());
            }
        }
    }

    // ---- refusing

    /**
     * Returns why a call that was received now is refused; null if it is not.
     *
     * @param millisLeft that its caller waits; 0: without end
     */
    public @Nullable Refusal overload(RunningLimit[] limits, long millisLeft) {
        long now = System.nanoTime();
        Refusal over = overload(starting, millisLeft, now);
        for (int i = 0; i < limits.length && over == null; i++) {
            over = overload(limits[i], millisLeft, now);
        }
        return over;
    }

    private @Nullable Refusal overload(RunningLimit limit, long millisLeft, long now) {
        long wait = limit.wait(this, now);
        if (wait == 0) {
            return null;
        }
        long half = millisLeft == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millisLeft) / 2;
        return wait > Math.min(half, shared.queueTime()) ? refusal(wait, limit) : null;
    }

    /** Returns the refusal of calls that wait so long. Those of one millisecond share it. */
    private Refusal refusal(long wait, RunningLimit limit) {
        long millis = TimeUnit.NANOSECONDS.toMillis(wait);
        Wait before = last;
        if (before != null && before.millis == millis && before.limit == limit) {
            return before.refusal;
        }
        Refusal refusal = Refusal.until(
                millis,
                "calls of this session wait here for " + millis + " ms, since more are received than can be run ("
                        + limit + "). Make it again later, or at another server");
        last = new Wait(millis, limit, refusal);
        return refusal;
    }

    /** Returns whether a call that waits shall still run. */
    boolean isWanted(Waiting call, long since, long now, RunningLimit limit) {
        long waited = now - since;
        if (waited > shared.queueTime()) {
            call.refuse(refusal(waited, limit).answer());
        }
        return call.isWanted(now);
    }

    /** Answers the calls that wait and are no longer wanted. Called by the watcher. */
    public void refuseUnwanted(long now) {
        refuseUnwanted(starting, now);
        for (RunningLimit limit : commonHeavy) {
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
                limit.remove(this, each -> each instanceof CallStart call && !call.isWanted(now), now)) {
            ((CallStart) each).drop();
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
    void refuseLater(Runnable answer) {
        try {
            unwanted.add(answer);
        } catch (OutOfMemoryError e) {
            answer.run();
        }
        if (ended) { // the watcher does not come any more
            answerUnwanted();
        }
    }
}
