package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.internal.prints.Printed;
import dev.wherry.mobility.internal.prints.TaskStreams;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A task whose output is sent to its sender.
 *
 * @param task a {@link Callable} or a {@link Runnable}
 */
public record PrintingTask(Object task, Printed to) implements Task<@Nullable Object> {
    /** The deadline of the task limits it. */
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofDays(365);

    @Override
    public @Nullable Object call() throws Exception {
        try (TaskStreams streams = new TaskStreams(Calls.with(
                to,
                CallOptions.builder().timeout(AS_LONG_AS_IT_TAKES).ordered(true).build()))) {
            return streams.during(() -> TaskForms.run(task));
        }
    }
}
