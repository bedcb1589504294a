package dev.wherry.internal.loop;

import dev.wherry.internal.events.Log;
import dev.wherry.internal.wire.CallerClock;
import dev.wherry.internal.wire.GoAway;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One thread per endpoint that looks after time. At rest it looks every 20 s, or as often as a session may be idle.
 * While there are deadlines, idle lanes, unfinished Hellos or frames half sent, it looks every 10 ms, less often where
 * there is so much that looking takes long. While a loop is at work, it looks at the loops every millisecond.
 */
public final class Watcher {
    private static final long FAST_TICK = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(10);
    /** It rests so many times as long as it has looked. */
    private static final int RESTS = 9;

    /** The JDK ends a carrier of virtual threads that has been idle for 30 s. */
    private static final long CARRIER_IDLE = TimeUnit.SECONDS.toNanos(20);

    private static final long LONGEST_REST = CARRIER_IDLE;
    private static final int QUIET_TICKS = 50;

    /** What logging needs is loaded once a new process has had its first calls. */
    private static final long PREPARED_AFTER = TimeUnit.SECONDS.toNanos(1);

    private enum Pace {
        REST,
        CALLS,
        LOOPS
    }

    /** Looks after deadlines, idle lanes and unfinished frames. */
    public interface Calls {
        /**
         * Returns true while there is anything to look after.
         *
         * @param callers see {@link CallerClock}
         */
        boolean look(long now, long callers);
    }

    private final BooleanSupplier loops;
    private final Calls calls;
    private final Runnable prepare;
    private final long rest;
    private final Thread thread;
    private volatile Pace pace = Pace.REST;
    private volatile boolean open = true;
    private final long started = System.nanoTime();

    // The thread's.
    private final CallerClock callers = new CallerClock();
    private int quiet;
    private boolean prepared;
    private long tick = TICK;
    private long nextLook = System.nanoTime();
    private long nextCarrier = nextLook;

    /**
     * @param idleTime after which a session without calls is closed
     * @param loops takes loops away from methods that run long; returns true while a loop is at work
     * @param prepare loads what may first be needed when memory is short
     */
    public Watcher(Duration idleTime, BooleanSupplier loops, Calls calls, Runnable prepare) {
        this.loops = loops;
        this.calls = calls;
        this.prepare = prepare;
        rest = Math.min(LONGEST_REST, TimeUnit.NANOSECONDS.convert(idleTime));
        thread = Thread.ofPlatform().daemon().name("wherry-watcher").start(this::run);
    }

    /** A thread of the endpoint's own, with neither the locals nor the context of who makes it, which may be a task. */
    public Thread thread(String name, Runnable task) {
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name(name)
                .inheritInheritableThreadLocals(false)
                .unstarted(task);
        thread.setContextClassLoader(contextLoader());
        return thread;
    }

    /** That of whoever has made the endpoint. */
    @Nullable
    public ClassLoader contextLoader() {
        return thread.getContextClassLoader();
    }

    /** There is something to look after; the caller has made it visible by a volatile write before. */
    public void wake() {
        if (pace == Pace.REST) {
            atLeast(Pace.CALLS);
        }
    }

    /** A loop is at work, and has made that visible by a volatile write before. */
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

    /** No other keeps the deadlines. */
    private void run() {
        EndlessTask.run("Looking after the calls failed", () -> open, this::step);
    }

    private void step() {
        rest();
        look();
        keepCarrier();
        if (!prepared && System.nanoTime() - started >= PREPARED_AFTER) {
            prepared = true;
            prepare();
        }
    }

    /** Does nothing that may park before it parks itself: that would take the wake-up of {@link #close}. */
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

    /** What is first needed when memory is short: a class whose initialization fails then is lost for as long as the JVM lives. */
    private void prepare() {
        Log.prepare();
        prepare.run();
        var _ = GoAway.Reason.values();
    }

    /**
     * Keeps one carrier of virtual threads from ending. A JVM that has none, and no thread for one just when it is needed,
     * may run no virtual thread ever again: the scheduler's queue then holds one that it takes to be seen to already.
     */
    private void keepCarrier() {
        long now = System.nanoTime();
        if (now - nextCarrier >= 0) {
            nextCarrier = now + CARRIER_IDLE;
            Thread.startVirtualThread(() -> {});
        }
    }

    private void look() {
        Pace now = pace;
        boolean any = now == Pace.LOOPS ? lookAtLoops() : lookAtCalls();
        quiet = any ? 0 : quiet + 1;
        if (now != Pace.REST && quiet > QUIET_TICKS) {
            quiet = 0;
            slower(now);
        }
    }

    /** Looks once more after it has slowed down: what came in between found it awake and did not wake it. */
    private void slower(Pace from) {
        synchronized (this) {
            pace = from == Pace.LOOPS ? Pace.CALLS : Pace.REST;
        }
        if (from == Pace.LOOPS ? loops.getAsBoolean() : lookAtCalls()) {
            atLeast(from);
        }
    }

    /** At this pace too it looks at the calls as often as else; but they are no reason to keep it up. */
    private boolean lookAtLoops() {
        boolean any = loops.getAsBoolean();
        if (System.nanoTime() - nextLook >= 0) {
            lookAtCalls();
        }
        return any;
    }

    private boolean lookAtCalls() {
        long begun = System.nanoTime();
        boolean any = calls.look(begun, callers.at(begun));
        long end = System.nanoTime();
        tick = Math.clamp(RESTS * (end - begun), TICK, 5 * TICK);
        nextLook = end + tick;
        return any;
    }

    public void close() {
        open = false;
        LockSupport.unpark(thread);
    }
}
