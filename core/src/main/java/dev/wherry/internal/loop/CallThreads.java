package dev.wherry.internal.loop;

import dev.wherry.internal.wire.RunningLimit;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads of calls that do not run on the thread that reads them. Each call has a virtual thread. These share a few
 * carriers, as many as there are processors. A call that computes, or waits in native code or in a class initializer, holds
 * its carrier. While all carriers are held, calls run on spare platform threads. So do calls that are known to hold a carrier
 * for long: large messages, and methods that have held one before.
 */
public final class CallThreads {
    private static final int MOST = 256;
    /** The limit of one session, so that one peer's calls cannot take all threads. */
    private static final int MOST_OF_ONE = MOST / 4;

    private static final long IDLE_MILLIS = 1_000;
    /** If a virtual thread waits and none has begun for this time, the carriers are held. */
    public static final long HELD = TimeUnit.MILLISECONDS.toNanos(20);

    /** Said of a call that no thread could be started for. */
    static final String NO_THREAD = "The call was not run: no thread could be started for it";

    private final Watcher watcher;
    private final RunningLimits limits;
    private final SpareLimit spareLimit = new SpareLimit(MOST);
    /** Null until one is needed. Guarded by this. */
    private @Nullable ThreadPoolExecutor spares;

    /** Guarded by this. */
    private boolean closed;

    private final AtomicInteger busy = new AtomicInteger();
    private volatile boolean held;
    private volatile boolean probing;
    /** The number of tasks that have begun on virtual threads. Racy on purpose: only its changes matter. */
    private int begun;

    // Used by the watcher only.
    private boolean waiting;
    private int begunBefore;
    private long since;

    public CallThreads(Watcher watcher, RunningLimits limits) {
        this.watcher = watcher;
        this.limits = limits;
    }

    /** Returns what starts the calls of a session, each in its turn. */
    public CallStarts starts(Batching output) {
        return new CallStarts(limits, quota(), output);
    }

    private synchronized ThreadPoolExecutor spares() {
        if (closed) {
            throw new RejectedExecutionException("this endpoint was closed");
        }
        ThreadPoolExecutor known = spares;
        if (known == null) {
            spares = known = new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    IDLE_MILLIS,
                    TimeUnit.MILLISECONDS,
                    new SynchronousQueue<>(),
                    task -> new ServingThread(task, "wherry-spare", watcher));
        }
        return known;
    }

    /** The threads of one session. For any thread. */
    public final class Quota {
        private final AtomicInteger mine = new AtomicInteger();

        /**
         * Starts a thread for a task.
         *
         * @param heavy whether it may hold a processor for long
         * @throws OutOfMemoryError if there is no thread; a virtual one may begin all the same
         */
        public void start(Runnable task, boolean heavy) {
            if (!((heavy || held) && trySpare(task))) {
                Thread.startVirtualThread(task);
            }
        }

        /** Starts a task on a spare thread. Returns false if there is none. */
        public boolean trySpare(Runnable task) {
            if (!enter(mine, MOST_OF_ONE)) {
                return false;
            }
            if (!enter(busy, MOST)) {
                mine.decrementAndGet();
                return false;
            }
            try {
                spares().execute(() -> run(task));
                return true;
            } catch (OutOfMemoryError | RejectedExecutionException e) {
                leave();
                return false;
            }
        }

        /** Returns the limit of calls that are known to need spare threads. */
        RunningLimit spareLimit() {
            return spareLimit.limit();
        }

        /** See {@link CallThreads#begun}. */
        public void begun() {
            CallThreads.this.begun();
        }

        /** Returns whether virtual threads get no carrier now. */
        public boolean areCarriersHeld() {
            return held;
        }

        /** Called by the watcher if a task has not begun yet. */
        public void markWaiting() {
            waiting = true;
        }

        private void run(Runnable task) {
            try {
                task.run();
            } finally {
                leave();
            }
        }

        private void leave() {
            busy.decrementAndGet();
            mine.decrementAndGet();
        }
    }

    private static boolean enter(AtomicInteger places, int most) {
        return places.getAndUpdate(now -> now < most ? now + 1 : now) < most;
    }

    public Quota quota() {
        return new Quota();
    }

    /** Called by each task when it begins. */
    private void begun() {
        if (Thread.currentThread().isVirtual()) {
            begun++;
        }
    }

    /**
     * Called by the watcher while there are calls. If a task waits, it starts a virtual thread, the probe, to see whether that
     * gets a carrier. When the probe runs, carriers are free again.
     */
    public void check(long now) {
        spareLimit.check(now);
        int begunNow = begun;
        if (!probing) {
            if (waiting || held) { // the last probe may have run just before the watcher found that it had not
                probing = true;
                since = now;
                probe();
            }
        } else if (begunNow != begunBefore) {
            since = now;
        } else if (now - since > HELD) {
            held = true;
        }
        begunBefore = begunNow;
        waiting = false;
    }

    private void probe() {
        try {
            Thread.startVirtualThread(this::probed);
        } catch (OutOfMemoryError e) { // it may begin all the same
            probing = false;
            throw e;
        }
    }

    private void probed() {
        held = false;
        probing = false;
    }

    public synchronized void close() {
        closed = true;
        if (spares != null) {
            spares.shutdown();
        }
    }
}
