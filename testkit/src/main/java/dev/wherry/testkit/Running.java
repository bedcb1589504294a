package dev.wherry.testkit;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A task on a thread of its own. Waiting for it is limited: a test that hangs fails and shows the stack of the task.
 */
public final class Running<T extends @Nullable Object> {
    /** The time after which a wait fails. It is far longer than any step takes on a loaded machine. */
    public static final Duration LONG = Duration.ofSeconds(60);

    private final Thread thread;
    private final FutureTask<T> task;

    private Running(Thread.Builder builder, FutureTask<T> task) {
        this.task = task;
        thread = builder.start(task);
    }

    /** Starts on a platform thread: a daemon, so that a task that hangs does not keep the JVM alive. */
    public static <T extends @Nullable Object> Running<T> start(Callable<T> work) {
        return new Running<>(Thread.ofPlatform().name("test-runner").daemon(), new FutureTask<>(work));
    }

    public static <T extends @Nullable Object> Running<T> startVirtual(Callable<T> work) {
        return new Running<>(Thread.ofVirtual().name("test-runner"), new FutureTask<>(work));
    }

    /** Waits for the task and returns its result. An exception of the task is thrown as it is. */
    public T get() throws Exception {
        try {
            return task.get(LONG.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            AssertionError hung = new AssertionError("still running after " + LONG + ", at the stack below");
            hung.setStackTrace(thread.getStackTrace());
            throw hung;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof Exception exception ? exception : e;
        }
    }

    /** Waits for the end of the task. Returns the exception that it threw, or null. */
    public @Nullable Throwable failure() {
        try {
            get();
            return null;
        } catch (Exception | Error e) {
            return e;
        }
    }

    public boolean isDone() {
        return task.isDone();
    }

    public void interrupt() {
        thread.interrupt();
    }

    public Thread thread() {
        return thread;
    }
}
