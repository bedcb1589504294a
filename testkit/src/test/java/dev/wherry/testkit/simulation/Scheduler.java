package dev.wherry.testkit.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler and the clock of one run. One real thread runs all simulated threads, one at a time, each until it waits. The seed
 * decides which one is next. If all wait, the clock moves to the next timer.
 */
public final class Scheduler {
    /** The clock at the beginning of a run, in nanoseconds. */
    static final long START = 1_000_000_000_000L;

    /** The number of steps after which a run fails. */
    private static final long MOST_STEPS = 2_000_000;

    private static final int LONGEST_STALL_NANOS = 50_000_000;

    private static @Nullable Scheduler current;

    /** A task at a time of the clock, run by the scheduler itself. */
    static final class Timer {
        private final long at;
        private final long number;
        private final Runnable task;
        private boolean cancelled;

        private Timer(long at, long number, Runnable task) {
            this.at = at;
            this.number = number;
            this.task = task;
        }

        void cancel() {
            cancelled = true;
        }
    }

    private record Ready(SimulatedThread thread, Runnable continuation) {}

    private final Random random;
    private final Trace trace;
    /** How far the clock moves in a step at the most: a busy machine is a slow one. */
    private final int drift;
    /** The chance, in percent, that a thread lets others run where it might be preempted. */
    private final int preemption;
    /** The chance, in a thousand, that a thread gets no processor for a while although it could go on. */
    private final int stalls;

    private final List<Ready> ready = new ArrayList<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>((a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.number, b.number));
    private final Set<SimulatedThread> threads = new LinkedHashSet<>();
    private final Thread driver = Thread.currentThread();
    private final Monitors monitors = new Monitors(this);
    private long now = START;
    private long numbers;
    private int hashes;
    private @Nullable Throwable failure;

    /** Becomes the scheduler of this class loader's threads. */
    Scheduler(long seed, Trace trace) {
        random = new Random(seed * 0xD1342543DE82EF95L);
        this.trace = trace;
        drift = new int[] {2_000, 10_000, 40_000}[random.nextInt(3)];
        preemption = new int[] {0, 5, 30}[random.nextInt(3)];
        stalls = new int[] {0, 0, 5, 20}[random.nextInt(4)];
        current = this;
    }

    /** Returns the scheduler of the run that goes on. */
    public static Scheduler current() {
        Scheduler known = current;
        if (known == null) {
            throw new AssertionError("Nothing is simulated now");
        }
        return known;
    }

    static boolean isRunning() {
        return current != null;
    }

    Random random() {
        return random;
    }

    Monitors monitors() {
        return monitors;
    }

    /** Returns the trace of the run. */
    public Trace trace() {
        return trace;
    }

    /** Returns the time of the simulated clock in nanoseconds. */
    public long now() {
        return now;
    }

    /** Returns a hash code for an object that has no other. */
    int nextHash() {
        return (++hashes * 0x9E3779B9) | 1;
    }

    long nextNumber() {
        return ++numbers;
    }

    /** Runs a task when the clock has reached a time. */
    Timer at(long time, Runnable task) {
        Timer timer = new Timer(Math.max(time, now), ++numbers, task);
        timers.add(timer);
        return timer;
    }

    void started(SimulatedThread thread) {
        threads.add(thread);
    }

    void ended(SimulatedThread thread) {
        threads.remove(thread);
    }

    /** Returns the threads that have not ended, in the order of their starts. */
    public List<SimulatedThread> threads() {
        return List.copyOf(threads);
    }

    /** Called when a thread can go on. */
    void ready(SimulatedThread thread, Runnable continuation) {
        if (Thread.currentThread() != driver && !Thread.currentThread().isVirtual()) {
            throw fail(
                    new AssertionError(thread + " was woken by a real thread: it had waited for a monitor of the JDK"));
        }
        Ready next = new Ready(thread, continuation);
        if (random.nextInt(1_000) < stalls) {
            at(now + random.nextInt(LONGEST_STALL_NANOS), () -> ready.add(next));
        } else {
            ready.add(next);
        }
    }

    /** Notes a failure that ends the run. */
    AssertionError fail(Throwable why) {
        if (failure == null) {
            failure = why;
        }
        return new AssertionError(why);
    }

    /** Returns the host of the calling thread. */
    public static Object host() {
        return SimulatedThread.currentThread().host();
    }

    /** Drops the threads of a host that has crashed: they never run again. */
    public void crash(Object host) {
        for (SimulatedThread thread : threads()) {
            if (thread.host() == host) {
                thread.drop();
                threads.remove(thread);
            }
        }
    }

    /** Lets other threads run, if the seed says so. */
    void preempt() {
        if (preemption > 0 && random.nextInt(100) < preemption && SimulatedThread.isInside()) {
            Thread.yield();
        }
    }

    /** Runs until a thread has ended. */
    void runUntilEnded(SimulatedThread last) {
        for (long steps = 0; threads.contains(last); steps++) {
            step();
            if (failure != null) {
                throw new AssertionError(failure.getMessage() + "\n" + dump(), failure);
            }
            if (steps > MOST_STEPS) {
                throw new AssertionError("It does not end\n" + dump());
            }
        }
    }

    private void step() {
        fire();
        while (ready.isEmpty()) {
            Timer next = timers.peek();
            if (next == null) {
                throw new AssertionError("Deadlock: no thread can run and none waits for a time\n" + dump());
            }
            now = Math.max(now, next.at);
            fire();
        }
        Ready next = ready.remove(random.nextInt(ready.size()));
        if (next.thread.isDropped()) {
            return;
        }
        now += random.nextInt(drift);
        trace.step(next.thread, now);
        next.continuation.run();
    }

    private void fire() {
        for (Timer next = timers.peek(); next != null && (next.cancelled || next.at <= now); next = timers.peek()) {
            timers.poll();
            if (!next.cancelled) {
                next.task.run();
            }
        }
    }

    /** Returns what each thread waits for. */
    String dump() {
        StringBuilder all = new StringBuilder();
        for (SimulatedThread thread : threads) {
            all.append(thread).append('\n');
            for (StackTraceElement frame : thread.stack()) {
                if (!frame.getClassName().startsWith("java.")) {
                    all.append("    ").append(frame).append('\n');
                }
            }
        }
        return all.toString();
    }

    /** Ends the run. */
    void close() {
        current = null;
    }
}
