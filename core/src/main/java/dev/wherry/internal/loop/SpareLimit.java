package dev.wherry.internal.loop;

import dev.wherry.internal.wire.RunningLimit;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits how many heavy calls run at one time on spare threads. Calls that compute are not done sooner if more of them run than
 * there are processors, but all of them are done later. Calls that wait in native code need a thread each. Nothing in a call says
 * which it is. So the limit begins with the number of processors. It grows only while calls wait and none is done: fast if the
 * processors are idle, one by one if they are busy. It shrinks while they are busy and calls are done. Used by the watcher.
 */
final class SpareLimit {
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long STALL = TimeUnit.MILLISECONDS.toNanos(50);
    /** A call is late if none is done for so many times the usual time. */
    private static final int LATE = 4;
    /** The end of a call changes the usual time by this part of the difference. */
    private static final int SMOOTHING = 8;

    private final int processors;
    private final int most;
    private final LongSupplier processorTime;
    private final RunningLimit limit;

    private boolean waiting;
    private long checked;
    /** The processor time at the last check. */
    private long used;
    /** How many calls were done at the last check. */
    private long counted;
    /** When a call was last done, or the limit has grown. */
    private long progress;
    /** The usual time from the end of one call to that of the next. */
    private long usual;

    /**
     * @param most that may run at one time
     * @param processorTime nanoseconds that this process has computed so far
     */
    SpareLimit(int processors, int most, LongSupplier processorTime) {
        this.processors = processors;
        this.most = most;
        this.processorTime = processorTime;
        limit = new RunningLimit("there are " + processors + " processors", processors);
    }

    SpareLimit(int most) {
        this(Runtime.getRuntime().availableProcessors(), most, SpareLimit::processorTime);
    }

    private static long processorTime() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(Long.MAX_VALUE);
    }

    RunningLimit limit() {
        return limit;
    }

    void check(long now) {
        boolean before = waiting;
        waiting = limit.waiting() > 0;
        if (!waiting) {
            if (limit.running() <= processors) {
                limit.allow(processors, now);
            }
        } else if (!before) {
            checked = progress = now;
            counted = limit.done();
            used = processorTime.getAsLong();
        } else if (now - checked >= STEP) {
            adapt(now);
        }
    }

    private void adapt(long now) {
        long usedNow = processorTime.getAsLong();
        boolean busy = usedNow == Long.MAX_VALUE || usedNow - used >= (now - checked) * processors / 2;
        checked = now;
        used = usedNow;
        long done = limit.done() - counted;
        int allowed = limit.most();
        if (done > 0) {
            usual += ((now - progress) / done - usual) / SMOOTHING;
            counted += done;
            progress = now;
            if (busy && allowed > processors) {
                limit.allow(allowed - 1, now);
            }
        } else if (now - progress > (busy ? Math.max(STALL, LATE * usual) : STALL)) {
            progress = now;
            limit.allow(Math.min(most, busy ? allowed + 1 : 2 * allowed), now);
        }
    }
}
