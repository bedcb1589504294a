package dev.wherry.mobility.internal.prints;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The {@link System#out} and {@link System#err} of one task, if these are {@link #route routed}. For the thread of the task. */
public final class TaskStreams implements AutoCloseable {
    private static final ScopedValue<@Nullable TaskStreams> CURRENT = ScopedValue.newInstance();

    private static final int MOST_UNCONFIRMED = 64;
    private static final long RETRY_NANOS = 5_000_000;

    private final Printed to;
    private final PrintStream out;
    private final PrintStream err;
    private volatile boolean printed;
    private int unconfirmed;

    public TaskStreams(Printed to) {
        this.to = to;
        out = stream(new PrintedPieces(text -> print(text, to::out)));
        err = stream(new PrintedPieces(text -> print(text, to::err)));
    }

    /** Sends a piece one-way. Waits after some pieces until they were received, or the limit of calls in flight would be reached. */
    private synchronized void print(String text, Consumer<String> piece) {
        printed = true;
        insist(() -> piece.accept(text));
        if (++unconfirmed == MOST_UNCONFIRMED) {
            unconfirmed = 0;
            insist(to::end);
        }
    }

    /** Repeats a call that is refused because other tasks of the same sender have used up its limit of calls in flight. */
    private static void insist(Runnable call) {
        while (true) {
            try {
                call.run();
                return;
            } catch (CallException e) {
                if (e.code() == Code.CANCELLED) {
                    Thread.currentThread().interrupt(); // the interrupt was for the task; its output is being sent
                    return;
                }
                if (e.code() != Code.REFUSED || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private static PrintStream stream(OutputStream to) {
        return new PrintStream(to, false, StandardCharsets.UTF_8);
    }

    /** From now on the system's streams are, for threads of tasks, the streams of the tasks. A second call does nothing. */
    public static synchronized void route() {
        if (!areRouted()) {
            PrintStream realOut = System.out;
            PrintStream realErr = System.err;
            System.setOut(new RoutedStream(realOut, () -> current(task -> task.out, realOut)));
            System.setErr(new RoutedStream(realErr, () -> current(task -> task.err, realErr)));
        }
    }

    private static PrintStream current(Function<TaskStreams, PrintStream> ofTask, PrintStream real) {
        TaskStreams task = CURRENT.isBound() ? CURRENT.get() : null;
        return task == null ? real : ofTask.apply(task);
    }

    /** Runs work for this side on a task's thread. Its output stays here. */
    public static void aside(Runnable work) {
        ScopedValue.where(CURRENT, null).run(work);
    }

    /** Returns whether the system's streams are routed. */
    public static boolean areRouted() {
        return System.out instanceof RoutedStream;
    }

    /** Runs a task whose output goes to these streams. */
    @Nullable
    public Object during(Callable<@Nullable Object> task) throws Exception {
        return ScopedValue.where(CURRENT, this).call(task::call);
    }

    /** Waits until all output was received, unless the sender has left. */
    @Override
    public void close() {
        out.close();
        err.close();
        if (printed && !out.checkError() && !err.checkError()) {
            insist(to::end);
        }
    }
}
