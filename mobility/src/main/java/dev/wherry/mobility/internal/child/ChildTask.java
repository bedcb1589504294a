package dev.wherry.mobility.internal.child;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A task that a child runs for one caller, from its creation until it is closed. For any thread. */
public final class ChildTask implements AutoCloseable {
    private final Set<ChildTask> all;
    private final long begun = System.nanoTime();

    /** Read at the first check: reading it at the beginning would take longer than a call. */
    private @Nullable Duration cpuTimeBefore;

    /** @param all the set that it leaves when it is closed */
    ChildTask(Set<ChildTask> all) {
        this.all = all;
    }

    Duration wallTime() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Returns the CPU time of the child since the first check. For one thread. */
    Duration cpuTime(Duration now) {
        if (cpuTimeBefore == null) {
            cpuTimeBefore = now;
        }
        return now.minus(cpuTimeBefore);
    }

    @Override
    public void close() {
        all.remove(this);
    }
}
