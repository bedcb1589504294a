package dev.wherry.testkit.simulation;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Stands for {@link Thread} in woven classes, be it a platform thread or a virtual one. It runs on a virtual thread of the JDK, whose
 * scheduler is that of the simulation.
 */
public class SimulatedThread implements Runnable {
    private static final ThreadLocal<SimulatedThread> CURRENT = new ThreadLocal<>();
    private static final MethodHandle BUILDER = builder();

    private final Scheduler scheduler = Scheduler.current();
    private final long number = scheduler.nextNumber();
    private final int hash = scheduler.nextHash();
    private final @Nullable Runnable task;
    private final Thread carrier;
    private final Object host;
    private String name;
    private boolean virtual;
    private boolean dropped;
    private boolean ended;
    private @Nullable ClassLoader context;

    /** See {@link LockSupport}: an unpark that no park has used yet. */
    boolean permit;

    boolean parked;

    /** As {@link Thread#Thread(Runnable)}. */
    public SimulatedThread(@Nullable Runnable task) {
        this(null, task, "thread", 0, false);
    }

    /** As {@link Thread#Thread(ThreadGroup, Runnable, String, long)}. */
    public SimulatedThread(@Nullable ThreadGroup group, @Nullable Runnable task, String name, long stackSize) {
        this(group, task, name, stackSize, false);
    }

    /** As {@link Thread#Thread(ThreadGroup, Runnable, String, long, boolean)}. */
    public SimulatedThread(
            @Nullable ThreadGroup group, @Nullable Runnable task, String name, long stackSize, boolean inherit) {
        this(task, name, hostOfCurrent());
    }

    private SimulatedThread(@Nullable Runnable task, String name, Object host) {
        this.task = task;
        this.name = name;
        this.host = host;
        SimulatedThread creator = CURRENT.get();
        context = creator != null ? creator.context : getClass().getClassLoader();
        Executor executor = continuation -> scheduler.ready(this, continuation);
        try {
            carrier = ((Thread.Builder.OfVirtual) BUILDER.invoke(executor))
                    .inheritInheritableThreadLocals(false)
                    .unstarted(this::runInside);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle builder() {
        try {
            Class<?> type = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findConstructor(type, MethodType.methodType(void.class, Executor.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Starts a thread of a host. */
    public static SimulatedThread start(Object host, String name, Runnable task) {
        SimulatedThread thread = new SimulatedThread(task, name, host);
        thread.start();
        return thread;
    }

    private static Object hostOfCurrent() {
        SimulatedThread current = CURRENT.get();
        return current == null ? "no host" : current.host;
    }

    static boolean isInside() {
        return CURRENT.get() != null;
    }

    private void runInside() {
        CURRENT.set(this);
        try {
            run();
        } catch (Throwable e) {
            scheduler.fail(new AssertionError(this + " has failed", e));
        } finally {
            ended = true;
            scheduler.ended(this);
            scheduler.monitors().wakeJoined(this);
        }
    }

    @Override
    public void run() {
        if (task != null) {
            task.run();
        }
    }

    /** Returns the host on which the thread runs. */
    public Object host() {
        return host;
    }

    long number() {
        return number;
    }

    void drop() {
        dropped = true;
    }

    boolean isDropped() {
        return dropped;
    }

    boolean isOver() {
        return ended || dropped;
    }

    StackTraceElement[] stack() {
        return carrier.getStackTrace();
    }

    /** Waits until {@link #wake}, or an interrupt. May return early. */
    static void block() {
        LockSupport.park();
    }

    void wake() {
        LockSupport.unpark(carrier);
    }

    // ---- as Thread

    /** As {@link Thread#currentThread}. */
    public static SimulatedThread currentThread() {
        SimulatedThread current = CURRENT.get();
        if (current == null) {
            throw new AssertionError("Not a simulated thread: " + Thread.currentThread());
        }
        return current;
    }

    public final void start() {
        scheduler.started(this);
        carrier.start();
        scheduler.preempt();
    }

    public void interrupt() {
        carrier.interrupt();
    }

    public final boolean isInterrupted() {
        return carrier.isInterrupted();
    }

    public static boolean interrupted() {
        return Thread.interrupted();
    }

    public final boolean isVirtual() {
        return virtual;
    }

    public final boolean isAlive() {
        return carrier.isAlive();
    }

    public final void join() throws InterruptedException {
        scheduler.monitors().join(this);
    }

    public final Thread.State getState() {
        return carrier.getState();
    }

    public final long threadId() {
        return number;
    }

    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        this.name = name;
    }

    public final int getPriority() {
        return Thread.NORM_PRIORITY;
    }

    public final void setPriority(int priority) {}

    public final void setDaemon(boolean daemon) {}

    public final @Nullable ThreadGroup getThreadGroup() {
        return null;
    }

    public final Thread.@Nullable UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return null;
    }

    public final void setUncaughtExceptionHandler(Thread.@Nullable UncaughtExceptionHandler handler) {}

    public @Nullable ClassLoader getContextClassLoader() {
        return context;
    }

    public void setContextClassLoader(@Nullable ClassLoader loader) {
        context = loader;
    }

    public static void onSpinWait() {
        Thread.yield();
    }

    public static void yield() {
        Thread.yield();
    }

    public static void sleep(Duration time) throws InterruptedException {
        JdkCalls.sleep(time.toNanos());
    }

    public static void sleep(long millis) throws InterruptedException {
        JdkCalls.sleep(millis * 1_000_000);
    }

    public static SimulatedThread startVirtualThread(Runnable task) {
        return ofVirtual().start(task);
    }

    public static Builder.OfPlatform ofPlatform() {
        return new Both(false);
    }

    public static Builder.OfVirtual ofVirtual() {
        return new Both(true);
    }

    @Override
    public final int hashCode() {
        return hash;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public String toString() {
        return name + " (" + number + ") of " + host;
    }

    /** As {@link java.util.concurrent.ThreadFactory}. */
    public interface Factory {
        SimulatedThread newThread(Runnable task);
    }

    /** As {@link Thread.Builder}. */
    public interface Builder {
        Builder name(String name);

        SimulatedThread unstarted(Runnable task);

        SimulatedThread start(Runnable task);

        /** As {@link Thread.Builder.OfPlatform}. */
        interface OfPlatform extends Builder {
            @Override
            OfPlatform name(String name);

            OfPlatform daemon();

            OfPlatform daemon(boolean on);

            OfPlatform inheritInheritableThreadLocals(boolean inherit);
        }

        /** As {@link Thread.Builder.OfVirtual}. */
        interface OfVirtual extends Builder {
            @Override
            OfVirtual name(String name);
        }
    }

    /** The builder of both kinds. */
    private static final class Both implements Builder.OfPlatform, Builder.OfVirtual {
        private final boolean virtual;
        private String name = "";

        Both(boolean virtual) {
            this.virtual = virtual;
        }

        @Override
        public Both name(String name) {
            this.name = name;
            return this;
        }

        @Override
        public Both daemon() {
            return this;
        }

        @Override
        public Both daemon(boolean on) {
            return this;
        }

        @Override
        public Both inheritInheritableThreadLocals(boolean inherit) {
            return this;
        }

        @Override
        public SimulatedThread unstarted(Runnable task) {
            SimulatedThread thread = new SimulatedThread(task, name, hostOfCurrent());
            thread.virtual = virtual;
            return thread;
        }

        @Override
        public SimulatedThread start(Runnable task) {
            SimulatedThread thread = unstarted(task);
            thread.start();
            return thread;
        }
    }
}
