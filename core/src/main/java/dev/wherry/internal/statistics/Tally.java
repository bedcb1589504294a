package dev.wherry.internal.statistics;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * The calls of one method. A thread that counts takes counts that no other uses, so that no call waits for another or moves a
 * cache line between cores. It gives them back for the next thread, so there are never more of them than threads that counted
 * at one time. It refers to no class, so that the loader of the interface can be unloaded. For any thread.
 */
public final class Tally {
    private final String type;
    private final String method;
    private final Queue<Counts> all = new ConcurrentLinkedQueue<>();
    private final Queue<Counts> free = new ConcurrentLinkedQueue<>();
    private final LongAdder running = new LongAdder();

    Tally(String type, String method) {
        this.type = type;
        this.method = method;
    }

    Counts take() {
        Counts counts = free.poll();
        if (counts == null) {
            counts = new Counts();
            all.add(counts);
        }
        return counts;
    }

    void give(Counts counts) {
        free.add(counts);
    }

    /** By a thread that counts now and then; others have a {@link Meter}. */
    public void count(Mode mode, long nanos, long in, long out, boolean failed) {
        Counts counts = take();
        counts.count(mode, nanos, in, out, failed);
        give(counts);
    }

    /** Returns the count of the calls of other protocols that run now. */
    public LongAdder running() {
        return running;
    }

    /** @param inSessions how many calls run in sessions now */
    MethodCounts sum(int inSessions) {
        long[] sum = new long[Counts.SIZE];
        long[] times = Histogram.sum();
        all.forEach(counts -> counts.addTo(sum, times));
        return new MethodCounts(
                type,
                method,
                inSessions + running.intValue(),
                sum[Counts.FAILURES],
                sum[Mode.LANE.index],
                sum[Mode.MEMORY.index],
                sum[Mode.LOOP.index],
                sum[Mode.THREAD.index],
                sum[Counts.BYTES_IN],
                sum[Counts.BYTES_OUT],
                Histogram.latencies(times));
    }
}
