package dev.wherry.internal.prints;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What {@link System#out} and {@link System#err} are to one task, where they are {@link #route routed}. For its thread. */
public final class TaskStreams implements AutoCloseable {
    private static final ScopedValue<TaskStreams> CURRENT = ScopedValue.newInstance();

    private final Printed to;
    private final PrintStream out;
    private final PrintStream err;
    private volatile boolean printed;

    public TaskStreams(Printed to) {
        this.to = to;
        out = stream(new PrintedPieces(text -> {
            printed = true;
            to.out(text);
        }));
        err = stream(new PrintedPieces(text -> {
            printed = true;
            to.err(text);
        }));
    }

    private static PrintStream stream(OutputStream to) {
        return new PrintStream(to, false, StandardCharsets.UTF_8);
    }

    /** From now on the system's streams are, for threads of tasks, those of the tasks. Done twice, it is done once. */
    public static synchronized void route() {
        if (!areRouted()) {
            PrintStream realOut = System.out;
            PrintStream realErr = System.err;
            System.setOut(new RoutedStream(realOut, () -> CURRENT.isBound() ? CURRENT.get().out : realOut));
            System.setErr(new RoutedStream(realErr, () -> CURRENT.isBound() ? CURRENT.get().err : realErr));
        }
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
            to.end();
        }
    }
}
