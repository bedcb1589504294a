package dev.wherry.internal.loop;

import dev.wherry.internal.events.Log;
import dev.wherry.internal.wire.CallerClock;
import dev.wherry.internal.wire.GoAway;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread of an endpoint that checks times. At rest it checks every 20 s, or as often as a session may be idle. While there
 * are deadlines, idle lanes, unfinished Hellos or frames, it checks every 10 ms, and less often if a check takes long. While a
 * loop works, it checks the loops every millisecond.
 */
public final class Watcher {
    private static final long FAST_TICK = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);
    /** The ratio of its rest to the time that a check takes. */
    private static final int RESTS = 9;

    /** The JDK ends a carrier of virtual threads that has been idle for 30 s. */
    private static final long CARRIER_IDLE = TimeUnit.SECONDS.toNanos(20);

    private static final long LONGEST_REST = CARRIER_IDLE;
    private static final int QUIET_TICKS = 50;

    /** The classes for logging are loaded when a new process has had its first calls. */
    private static final long PREPARED_AFTER = TimeUnit.SECONDS.toNanos(1);

    private enum Pace {
        REST,
        CALLS,
        LOOPS
    }

    /** The parts of the endpoint that the watcher checks. */
    public interface Watched {
        /**
         * Checks deadlines, idle lanes and unfinished frames. Returns true while there are any.
         *
         * @param callers see {@link CallerClock}
         */
        boolean check(long now, long callers);

        /** Takes loops away from methods that run long. Returns true while a loop is at work. */
        boolean checkLoops();

        /** Loads what may first be needed when memory is short. */
        void prepare();
    }

    /** The steps of the thread. A class, since a new process loads one faster than it links lambdas. */
    private final class Steps implements Runnable, EndlessTask {
        @Override
        public void run() {
            EndlessTask.run("Checking the calls failed", this);
        }

        @Override
        public boolean goesOn() {
            return open;
        }

        @Override
        public void step() {
            Watcher.this.step();
        }
    }

    /** {@link #wake} as a task. */
    private final class Waker implements Runnable {
        @Override
        public void run() {
            wake();
        }
    }

    private final Watched watched;
    private final Runnable waker = new Waker();
    private final long rest;
    private final Thread thread;
    private volatile Pace pace = Pace.REST;
    private volatile boolean open = true;
    private final long started = System.nanoTime();

    // Used by the thread only.
    private final CallerClock callers = new CallerClock();
    private int quiet;
    private boolean prepared;
    private long tick = TICK;
    private long nextCheck = System.nanoTime();
    private long nextCarrier = nextCheck + PREPARED_AFTER;

    /** @param longestRest after which it checks, though nothing is under way */
    public Watcher(Duration longestRest, Watched watched) {
        this.watched = watched;
        rest = Math.min(LONGEST_REST, TimeUnit.NANOSECONDS.convert(longestRest));
        thread = Thread.ofPlatform().daemon().name("wherry-watcher").unstarted(new Steps());
    }

    /** Starts the thread, once the parts that it checks are complete. */
    public void start() {
        thread.start();
    }

    /** Creates a thread of the endpoint, without the locals and the context of its creator, which may be a task. */
    public Thread thread(String name, Runnable task) {
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name(name)
                .inheritInheritableThreadLocals(false)
                .unstarted(task);
        thread.setContextClassLoader(contextLoader());
        return thread;
    }

    /** Returns the context loader of the thread that created the endpoint. */
    @Nullable
    public ClassLoader contextLoader() {
        return thread.getContextClassLoader();
    }

    /** Wakes the watcher to check calls. The caller has made them visible by a volatile write before. */
    public void wake() {
        if (pace == Pace.REST) {
            atLeast(Pace.CALLS);
        }
    }

    /** Returns {@link #wake} as a task. */
    public Runnable waker() {
        return waker;
    }

    /** Wakes the watcher since a loop works. The loop has made that visible by a volatile write before. */
    void wakeForLoops() {
        if (pace != Pace.LOOPS) {
            atLeast(Pace.LOOPS);
        }
    }

    private void atLeast(Pace wanted) {
        synchronized (this) {
            if (pace.compareTo(wanted) < 0) {
                pace = wanted;
            }
        }
        LockSupport.unpark(thread);
    }

    private void step() {
        rest();
        check();
        keepCarrier();
        if (!prepared && System.nanoTime() - started >= PREPARED_AFTER) {
            prepared = true;
            prepare();
        }
    }

    /** Parks. Nothing before it may park, since that would consume the wake-up of {@link #close}. */
    private void rest() {
        long begun = System.nanoTime();
        long most = switch (pace) {
            case REST -> prepared ? rest : PREPARED_AFTER;
            case CALLS -> tick;
            case LOOPS -> FAST_TICK;
        };
        LockSupport.parkNanos(this, most);
        long now = System.nanoTime();
        callers.late(now, now - begun - most);
    }

    /** Loads classes that may first be needed when memory is short: one whose initialization fails can never be used again. */
    private void prepare() {
        Log.prepare();
        watched.prepare();
        var _ = GoAway.Reason.values();
    }

    /**
     * Keeps one carrier of virtual threads from ending. A JVM without a carrier may lack a thread when it needs one. Then its
     * scheduler may never run a virtual thread again: its queue is not empty, and the JDK takes that as a sign of a carrier.
     */
    private void keepCarrier() {
        long now = System.nanoTime();
        if (now - nextCarrier >= 0) {
            nextCarrier = now + CARRIER_IDLE;
            Thread.startVirtualThread(() -> {});
        }
    }

    private void check() {
        Pace now = pace;
        boolean any = now == Pace.LOOPS ? checkLoops() : checkCalls();
        quiet = any ? 0 : quiet + 1;
        if (now != Pace.REST && quiet > QUIET_TICKS) {
            quiet = 0;
            slower(now);
        }
    }

    /** Checks once more after it has slowed down: calls that came in between saw it awake and did not wake it. */
    private void slower(Pace from) {
        synchronized (this) {
            pace = from == Pace.LOOPS ? Pace.CALLS : Pace.REST;
        }
        if (from == Pace.LOOPS ? watched.checkLoops() : checkCalls()) {
            atLeast(from);
        }
    }

    /** Also checks calls as often as usual, but they do not keep it at this pace. */
    private boolean checkLoops() {
        boolean any = watched.checkLoops();
        if (System.nanoTime() - nextCheck >= 0) {
            checkCalls();
        }
        return any;
    }

    private boolean checkCalls() {
        long begun = System.nanoTime();
        boolean any = watched.check(begun, callers.at(begun));
        long end = System.nanoTime();
        tick = Math.clamp(RESTS * (end - begun), TICK, 5 * TICK);
        nextCheck = end + tick;
        return any;
    }

    public void close() {
        open = false;
        LockSupport.unpark(thread);
    }
}
