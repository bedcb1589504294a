package dev.wherry.testkit.simulation;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The monitors of woven classes: what {@code synchronized}, {@link Object#wait()} and {@link Object#notify()} do. The JDK's own wake
 * threads by a thread of the JVM, at a time that no seed decides.
 */
public final class Monitors {
    private final Scheduler scheduler;
    private final Map<Object, Monitor> byObject = new IdentityHashMap<>();
    private final Map<SimulatedThread, List<SimulatedThread>> joining = new IdentityHashMap<>();

    /** The monitor of an object, while it is used. */
    private static final class Monitor {
        private @Nullable SimulatedThread owner;
        private int count;
        private final List<SimulatedThread> entering = new ArrayList<>(2);
        private final List<Waiter> waiting = new ArrayList<>(2);

        boolean isFree() {
            return owner == null || owner.isDropped();
        }

        boolean isUnused() {
            return owner == null && entering.isEmpty() && waiting.isEmpty();
        }
    }

    /** A thread that waits to be notified. */
    private static final class Waiter {
        private final SimulatedThread thread;
        private boolean notified;

        Waiter(SimulatedThread thread) {
            this.thread = thread;
        }
    }

    Monitors(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Enters the monitor of an object. */
    public static void enter(Object object) {
        if (SimulatedThread.isInside()) {
            Scheduler.current().preempt();
            Scheduler.current().monitors().take(object, 1);
        }
    }

    /** Leaves it. */
    public static void exit(Object object) {
        if (SimulatedThread.isInside()) {
            Scheduler.current().monitors().leave(object, 1);
            Scheduler.current().preempt();
        }
    }

    private void take(Object object, int count) {
        SimulatedThread me = SimulatedThread.currentThread();
        Monitor monitor = byObject.computeIfAbsent(object, none -> new Monitor());
        boolean interrupted = false;
        while (monitor.owner != me && !monitor.isFree()) {
            monitor.entering.add(me);
            interrupted |= Thread.interrupted();
            SimulatedThread.block();
            interrupted |= Thread.interrupted();
            monitor.entering.remove(me);
        }
        if (monitor.owner != me) {
            monitor.owner = me;
            monitor.count = 0;
        }
        monitor.count += count;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave(Object object, int count) {
        Monitor monitor = owned(object);
        monitor.count -= count;
        if (monitor.count == 0) {
            monitor.owner = null;
            monitor.entering.forEach(SimulatedThread::wake);
            if (monitor.isUnused()) {
                byObject.remove(object);
            }
        }
    }

    private Monitor owned(Object object) {
        Monitor monitor = byObject.get(object);
        if (monitor == null || monitor.owner != SimulatedThread.currentThread()) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
        return monitor;
    }

    /** Waits to be notified. Negative: without a limit. */
    void await(Object object, long nanos) throws InterruptedException {
        Monitor monitor = owned(object);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiter waiter = new Waiter(SimulatedThread.currentThread());
        monitor.waiting.add(waiter);
        int count = monitor.count;
        long until = nanos < 0 ? Long.MAX_VALUE : scheduler.now() + nanos;
        Scheduler.Timer timer = nanos < 0 ? null : scheduler.at(until, waiter.thread::wake);
        leave(object, count);
        boolean interrupted = false;
        while (!waiter.notified && scheduler.now() < until && !interrupted) {
            SimulatedThread.block();
            interrupted = !waiter.notified && Thread.interrupted();
        }
        if (timer != null) {
            timer.cancel();
        }
        monitor.waiting.remove(waiter);
        byObject.putIfAbsent(object, monitor);
        take(object, count);
        if (interrupted) {
            throw new InterruptedException();
        }
    }

    void signal(Object object, boolean all) {
        List<Waiter> waiting = owned(object).waiting;
        if (all) {
            waiting.forEach(Monitors::signal);
            waiting.clear();
        } else if (!waiting.isEmpty()) {
            signal(waiting.remove(scheduler.random().nextInt(waiting.size())));
        }
    }

    private static void signal(Waiter waiter) {
        waiter.notified = true;
        waiter.thread.wake();
    }

    void join(SimulatedThread thread) throws InterruptedException {
        SimulatedThread me = SimulatedThread.currentThread();
        while (!thread.isOver()) {
            joining.computeIfAbsent(thread, none -> new ArrayList<>(1)).add(me);
            SimulatedThread.block();
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    void wakeJoined(SimulatedThread thread) {
        List<SimulatedThread> waiting = joining.remove(thread);
        if (waiting != null) {
            waiting.forEach(SimulatedThread::wake);
        }
    }
}
