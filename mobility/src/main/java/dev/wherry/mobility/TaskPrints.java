package dev.wherry.mobility;

import dev.wherry.mobility.internal.prints.Printed;
import dev.wherry.mobility.internal.prints.TaskStreams;
import dev.wherry.mobility.internal.tasks.PrintingTask;
import dev.wherry.mobility.internal.tasks.TaskForms;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the output of tasks to their senders: what they print by {@link System#out} and {@link System#err}. The sender asks for it
 * by {@link #to}, and the host permits it by {@link #sendHome()}, as {@code wherry host} does. Otherwise the output appears at the
 * host. So does the output of threads that a task has started.
 */
public final class TaskPrints {
    private TaskPrints() {}

    /**
     * Returns the same task, whose output is passed to {@code out} and {@code err}, in order and before its outcome. Threads of
     * calls pass it on in pieces: mostly one or several lines with their ends, and at a flush what there is. A task that prints
     * faster than {@code out} accepts waits, with at most 65 calls in flight. If some hundreds of tasks wait so, other calls of
     * tasks to this side are refused meanwhile (limit {@code callsInFlight}).
     *
     * @param task a {@link Callable} or a {@link Runnable}; not a lambda, unless it was made as a {@link Task} or an
     *     {@link Action}
     * @throws IllegalArgumentException if it is neither
     */
    public static Task<@Nullable Object> to(Consumer<String> out, Consumer<String> err, Object task) {
        if (!TaskForms.isTask(task)) {
            throw new IllegalArgumentException(TaskForms.refusal(task));
        }
        return new PrintingTask(task, new Printed() {
            @Override
            public void out(String text) {
                out.accept(text);
            }

            @Override
            public void err(String text) {
                err.accept(text);
            }

            @Override
            public void end() {
                // The calls are ordered: all calls before this one have returned.
            }
        });
    }

    /**
     * From now on the output of tasks in this JVM is sent to senders that ask for it. Replaces {@link System#out} and
     * {@link System#err}; other threads print as before.
     */
    public static void sendHome() {
        TaskStreams.route();
    }
}
