package dev.wherry.testkit.simulation;

import org.jspecify.annotations.Nullable;

/** Stands for {@link java.util.concurrent.locks.LockSupport} in woven classes. */
public final class SimulatedParking {
    private SimulatedParking() {}

    public static void park(@Nullable Object blocker) {
        park(-1);
    }

    public static void parkNanos(@Nullable Object blocker, long nanos) {
        parkNanos(nanos);
    }

    public static void parkNanos(long nanos) {
        if (nanos > 0) {
            park(nanos);
        }
    }

    private static void park(long nanos) {
        SimulatedThread me = SimulatedThread.currentThread();
        Scheduler scheduler = Scheduler.current();
        long until = nanos < 0 ? Long.MAX_VALUE : scheduler.now() + nanos;
        Scheduler.Timer timer = nanos < 0 || me.permit ? null : scheduler.at(until, me::wake);
        me.parked = true;
        while (!me.permit && scheduler.now() < until && !me.isInterrupted()) {
            SimulatedThread.block();
        }
        me.parked = false;
        me.permit = false;
        if (timer != null) {
            timer.cancel();
        }
    }

    public static void unpark(@Nullable SimulatedThread thread) {
        if (thread != null) {
            thread.permit = true;
            if (thread.parked) {
                thread.wake();
            }
            Scheduler.current().preempt();
        }
    }
}
