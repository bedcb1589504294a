package dev.wherry.mobility.internal.child;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What runs in a child for one caller, from its making until it is closed. For any thread. */
public final class ChildTask implements AutoCloseable {
    private final Set<ChildTask> all;
    private final long begun = System.nanoTime();

    /** Seen at the first look: asking at the beginning would take longer than a call. */
    private @Nullable Duration cpuTimeBefore;

    /** @param all which it leaves when it is closed */
    ChildTask(Set<ChildTask> all) {
        this.all = all;
    }

    Duration wallTime() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** What the child has used since the first look; by one thread. */
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
