package dev.wherry.mobility;

import dev.wherry.mobility.internal.prints.Printed;
import dev.wherry.mobility.internal.prints.TaskStreams;
import dev.wherry.mobility.internal.tasks.PrintingTask;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What tasks print by {@link System#out} and {@link System#err}, brought to who has sent them. It takes both: a sender who
 * wants it, and a host that {@link #sendHome() sends it}, as {@code wherry host} does; elsewhere it is printed where the
 * task runs. What threads print that a task has started is the host's, too.
 */
public final class TaskPrints {
    private TaskPrints() {}

    /**
     * The same task, whose prints come here. They come in order and before its outcome does, by threads of calls, in
     * pieces: mostly a line or some with their ends, and at a flush what there is. A task that prints faster than it is
     * taken waits, with at most 65 of its calls in flight; where some hundreds wait so, other calls that the tasks make to
     * this side are refused meanwhile (limit {@code callsInFlight}).
     *
     * @param task a {@link Callable} or a {@link Runnable}; not a lambda, unless it was made as a {@link Task} or an
     *     {@link Action}
     * @throws IllegalArgumentException if it is neither
     */
    public static Task<@Nullable Object> to(Consumer<String> out, Consumer<String> err, Object task) {
        if (!(task instanceof Callable<?>) && !(task instanceof Runnable)) {
            throw new IllegalArgumentException(
                    "A " + task.getClass().getName() + " is no task: it is neither Callable nor Runnable");
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
                // By now all calls before this one have returned.
            }
        });
    }

    /**
     * From now on, what tasks print in this JVM goes to who has sent them, if that one wants it. It replaces
     * {@link System#out} and {@link System#err}; other threads print as before.
     */
    public static void sendHome() {
        TaskStreams.route();
    }
}
