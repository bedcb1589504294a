package dev.wherry.cli;

import dev.wherry.cli.json.JsonValues;
import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Prints the output of a task when it is received, and then the result. Output is received by other threads than the result. */
final class TaskOutput {
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;
    private final CompletableFuture<Void> lost = new CompletableFuture<>();
    private volatile boolean withinLine;

    /** @param json whether only the result is printed on the standard output, as JSON for other programs */
    TaskOutput(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    void out(String text) {
        if (json) {
            err(text);
        } else {
            show(text, out);
            withinLine = text.isEmpty() ? withinLine : !text.endsWith("\n");
        }
    }

    void err(String text) {
        show(text, err);
    }

    private void show(String text, PrintWriter to) {
        to.print(text);
        if (to.checkError()) { // it flushes, too
            lost.complete(null);
        }
    }

    /** Returns a future that is completed when output cannot be written, as when the reader has ended. */
    CompletableFuture<Void> lost() {
        return lost;
    }

    /** Prints the result on a new line. */
    void result(@Nullable Object result) {
        String text = json ? JsonValues.write(result) : text(result);
        if (withinLine) {
            out.println();
        }
        out.println(text);
        out.flush();
    }

    private static String text(@Nullable Object result) {
        try {
            return String.valueOf(result);
        } catch (RuntimeException | Error e) {
            throw new CommandException(ExitCode.FAILED, "The result arrived, but its toString() threw " + e, e);
        }
    }
}
