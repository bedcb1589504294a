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

/** What {@link System#out} and {@link System#err} are to one task, where they are {@link #route routed}. For its thread. */
public final class TaskStreams implements AutoCloseable {
    private static final ScopedValue<@Nullable TaskStreams> CURRENT = ScopedValue.newInstance();

    private static final int MOST_UNTOLD = 64;
    private static final long LOOK = 5_000_000;

    private final Printed to;
    private final PrintStream out;
    private final PrintStream err;
    private volatile boolean printed;
    private int untold;

    public TaskStreams(Printed to) {
        this.to = to;
        out = stream(new PrintedPieces(text -> print(text, to::out)));
        err = stream(new PrintedPieces(text -> print(text, to::err)));
    }

    /** Nobody waits for a piece to come home; so it waits for some at a time, or there would be no room for more of them. */
    private synchronized void print(String text, Consumer<String> piece) {
        printed = true;
        insist(() -> piece.accept(text));
        if (++untold == MOST_UNTOLD) {
            untold = 0;
            insist(to::end);
        }
    }

    /** Tasks of the same sender may have taken all the room for calls, with what he has not taken: waits as they do. */
    private static void insist(Runnable call) {
        while (true) {
            try {
                call.run();
                return;
            } catch (CallException e) {
                if (e.code() == Code.CANCELLED) {
                    Thread.currentThread().interrupt(); // which was for the task; what it prints is under way
                    return;
                }
                if (e.code() != Code.REFUSED || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(LOOK);
            }
        }
    }

    private static PrintStream stream(OutputStream to) {
        return new PrintStream(to, false, StandardCharsets.UTF_8);
    }

    /** From now on the system's streams are, for threads of tasks, those of the tasks. Done twice, it is done once. */
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

    /** Runs what is done on a task's thread for this side: what that prints stays here. */
    public static void aside(Runnable work) {
        ScopedValue.where(CURRENT, null).run(work);
    }

    public static boolean areRouted() {
        return System.out instanceof RoutedStream;
    }

    @Nullable
    public Object during(Callable<@Nullable Object> task) throws Exception {
        return ScopedValue.where(CURRENT, this).call(task::call);
    }

    /** Waits until all has come; who has left by then learns nothing more. */
    @Override
    public void close() {
        out.close();
        err.close();
        if (printed && !out.checkError() && !err.checkError()) {
            insist(to::end);
        }
    }
}
