package dev.wherry.testkit.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Methods that replace those of the JDK in woven classes, where these depend on the real time, on real threads or on chance. The first
 * parameter of an instance method's stand-in is the object.
 */
public final class JdkCalls {
    private static final long STEP = 1_000_000;

    private JdkCalls() {}

    public static long nanoTime() {
        return Scheduler.isRunning() ? Scheduler.current().now() : 0;
    }

    public static long currentTimeMillis() {
        return nanoTime() / STEP;
    }

    public static void wait(Object on) throws InterruptedException {
        Scheduler.current().monitors().await(on, -1);
    }

    public static void wait(Object on, long millis) throws InterruptedException {
        Scheduler.current().monitors().await(on, millis == 0 ? -1 : millis * STEP);
    }

    public static void timedWait(TimeUnit unit, Object on, long time) throws InterruptedException {
        if (time > 0) {
            Scheduler.current().monitors().await(on, unit.toNanos(time));
        }
    }

    public static void notify(Object on) {
        Scheduler.current().monitors().signal(on, false);
    }

    public static void notifyAll(Object on) {
        Scheduler.current().monitors().signal(on, true);
    }

    public static void sleep(TimeUnit unit, long time) throws InterruptedException {
        sleep(unit.toNanos(time));
    }

    static void sleep(long nanos) throws InterruptedException {
        Scheduler scheduler = Scheduler.current();
        long until = scheduler.now() + nanos;
        Scheduler.Timer timer = scheduler.at(until, SimulatedThread.currentThread()::wake);
        try {
            do {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                SimulatedThread.block();
            } while (scheduler.now() < until);
        } finally {
            timer.cancel();
        }
    }

    public static <T> T get(CompletableFuture<T> future, long time, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!future.isDone()) {
            CompletableFuture<Object> either = new CompletableFuture<>();
            future.whenComplete((value, failure) -> either.complete(true));
            Scheduler scheduler = Scheduler.current();
            Scheduler.Timer timer = scheduler.at(scheduler.now() + unit.toNanos(time), () -> either.complete(false));
            try {
                either.get();
            } finally {
                timer.cancel();
            }
        }
        if (!future.isDone()) {
            throw new TimeoutException();
        }
        return future.get();
    }

    public static boolean tryLock(ReentrantLock lock, long time, TimeUnit unit) throws InterruptedException {
        return poll(lock::tryLock, unit.toNanos(time));
    }

    public static boolean tryAcquire(Semaphore semaphore, long time, TimeUnit unit) throws InterruptedException {
        return poll(semaphore::tryAcquire, unit.toNanos(time));
    }

    private static boolean poll(BooleanSupplier condition, long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long until = nanoTime() + nanos;
        while (!condition.getAsBoolean()) {
            long left = until - nanoTime();
            if (left <= 0) {
                return false;
            }
            sleep(Math.min(left, STEP));
        }
        return true;
    }

    public static int availableProcessors(Runtime runtime) {
        return 2;
    }

    public static void addShutdownHook(Runtime runtime, SimulatedThread hook) {}

    public static boolean removeShutdownHook(Runtime runtime, SimulatedThread hook) {
        return true;
    }

    public static UUID randomUUID() {
        return new UUID(
                Scheduler.current().random().nextLong(),
                Scheduler.current().random().nextLong());
    }

    public static Optional<Duration> totalCpuDuration(ProcessHandle.Info process) {
        return Optional.of(Duration.ofNanos(nanoTime()));
    }

    public static Executor delayedExecutor(long delay, TimeUnit unit) {
        throw new AssertionError("Not simulated");
    }

    /** The hash code of a woven object that has none: one that the seed decides. */
    public static int hashOf(Object object, int known) {
        return known != 0 ? known : Scheduler.isRunning() ? Scheduler.current().nextHash() : 1;
    }
}
