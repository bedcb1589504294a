package dev.wherry.codec;

import dev.wherry.CallException;
import dev.wherry.spi.CodecException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the coding of deeply nested values on a thread with a large stack. Memory of a stack is only reserved until it
 * is used. Because address space is limited, few such stacks are in use at a time, and others wait for one.
 */
public final class DeepStack {
    /** The nesting that any stack can hold. A virtual thread copies its stack when it blocks, so this is small. */
    public static final int SHALLOW = 100;

    private static final long BYTES = 1L << 30;
    private static final DeepStack OF_PROCESS = new DeepStack(4, Duration.ofMinutes(1));

    private final int most;
    private final Semaphore free;
    private final Duration patience;

    DeepStack(int most, Duration patience) {
        this.most = most;
        this.free = new Semaphore(most, true);
        this.patience = patience;
    }

    /**
     * A thread with a large stack. Work that is already on one stays there: waiting for a second stack could block for
     * ever.
     */
    private static final class Deep extends Thread {
        Deep(Runnable work) {
            super(null, work, "wherry-deep-value", BYTES);
            setDaemon(true);
        }
    }

    public static boolean isHere() {
        return Thread.currentThread() instanceof Deep;
    }

    /**
     * Runs {@code work} and returns its result, or throws what it throws. An interrupt ends the wait for a stack. A
     * later interrupt reaches the work, and this method still waits for its end.
     *
     * @throws CallException CANCELLED, if interrupted before the work has begun
     * @throws CodecException if no stack was free in time, or there is no memory for one
     */
    public static <T extends @Nullable Object> T call(Supplier<T> work) {
        return OF_PROCESS.run(work);
    }

    <T extends @Nullable Object> T run(Supplier<T> work) {
        if (isHere()) {
            return work.get();
        }
        acquire();
        try {
            FutureTask<T> task = new FutureTask<>(work::get);
            return result(task, start(task));
        } finally {
            free.release();
        }
    }

    private void acquire() {
        try {
            if (free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(
                    CallException.Code.CANCELLED, "Interrupted while waiting for a stack for a deep value", e);
        }
        throw CodecException.limit(
                "a deeply nested value that waited " + patience.toSeconds() + " s for one of " + most + " large stacks",
                "graphDepth");
    }

    private static Thread start(Runnable work) {
        Thread thread = new Deep(work);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            throw CodecException.limit("a deeply nested value, and no memory for a stack", "graphDepth");
        }
        return thread;
    }

    static <T extends @Nullable Object> T result(FutureTask<T> task, Thread thread) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                } catch (ExecutionException e) {
                    throw thrown(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException thrown(ExecutionException failure) {
        return switch (failure.getCause()) {
            case Error error -> throw error;
            case RuntimeException thrown -> thrown;
            case null, default -> new IllegalStateException(failure); // a Supplier throws nothing else
        };
    }
}
