package dev.wherry.lab.peers.common;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** One round of calls by concurrent callers, and its figures. */
final class Series {
    private static final int DIGITS = 3;
    /** The most entries of the histogram that is reported: a line is limited. */
    private static final int DIGITS_TOLD = 2;
    /** A histogram takes some 300 KB. More callers than this share histograms, and count atomically. */
    private static final int HISTOGRAMS = 64;

    private final List<Caller> callers = new ArrayList<>();
    private final List<Histogram> latencies = new ArrayList<>();
    /** How late callers were that had waited for a call to be due; empty in a closed loop. */
    private final List<Histogram> lateness = new ArrayList<>();

    private Long allocatedBytes;

    private Series() {}

    /**
     * Runs the round with new threads.
     *
     * @param calls in all, divided among the callers; or Long.MAX_VALUE
     * @param nanos how long, or Long.MAX_VALUE
     * @param pace when calls are due; null for a closed loop
     * @param going receives about every second how many calls have been answered
     */
    static Series run(
            Operation operation,
            List<Service> services,
            ThreadFactory threads,
            long calls,
            long nanos,
            Pace pace,
            LongConsumer going)
            throws InterruptedException {
        Series series = new Series();
        CountDownLatch ready = new CountDownLatch(services.size());
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(services.size());
        int callers = services.size();
        for (int i = 0; i < Math.min(callers, HISTOGRAMS); i++) {
            series.latencies.add(histogram(callers, DIGITS));
            if (pace != null) {
                series.lateness.add(histogram(callers, DIGITS_TOLD));
            }
        }
        for (int i = 0; i < callers; i++) {
            long share = calls == Long.MAX_VALUE ? calls : calls / callers + (i < calls % callers ? 1 : 0);
            Caller caller = new Caller(
                    services.get(i),
                    operation.task(),
                    share,
                    pace == null
                            ? new Tempo.AtOnce(nanos)
                            : pace.of(i, callers, share, nanos, series.lateness.get(i % HISTOGRAMS)),
                    ready,
                    start,
                    end,
                    series.latencies.get(i % HISTOGRAMS));
            series.callers.add(caller);
            threads.newThread(caller).start();
        }
        ready.await();
        Long before = Heap.allocatedBytes();
        if (pace != null) {
            pace.start();
        }
        start.countDown();
        while (!end.await(1, TimeUnit.SECONDS)) {
            going.accept(series.callers.stream().mapToLong(c -> c.going.get()).sum());
        }
        Long after = Heap.allocatedBytes();
        series.allocatedBytes = before == null || after == null ? null : after - before;
        return series;
    }

    /** Returns one of the shared histograms. */
    private static Histogram histogram(int callers, int digits) {
        return callers > HISTOGRAMS
                ? new AtomicHistogram(1, Caller.LONGEST, digits)
                : new Histogram(1, Caller.LONGEST, digits);
    }

    private static Histogram sum(List<Histogram> parts, int digits) {
        Histogram all = new Histogram(1, Caller.LONGEST, digits);
        parts.forEach(all::add);
        return all;
    }

    /** Returns the text for the line protocol. */
    Json json() {
        Histogram all = sum(latencies, DIGITS);
        long began = callers.stream().mapToLong(c -> c.began).min().orElseThrow();
        long ended = callers.stream().mapToLong(c -> c.ended).max().orElseThrow();
        long done = callers.stream().mapToLong(c -> c.done).max().orElseThrow();
        long answered = callers.stream().mapToLong(c -> c.answered).sum();
        Json latency = new Json()
                .put("min", all.getTotalCount() == 0 ? 0 : all.getMinValue())
                .put("p50", all.getValueAtPercentile(50))
                .put("p90", all.getValueAtPercentile(90))
                .put("p99", all.getValueAtPercentile(99))
                .put("p999", all.getValueAtPercentile(99.9))
                .put("max", all.getMaxValue())
                .put("mean", all.getTotalCount() == 0 ? 0 : all.getMean())
                .put("stddev", all.getTotalCount() == 0 ? 0 : all.getStdDeviation());
        Json figures = new Json()
                .put("calls", answered)
                .put("seconds", (ended - began) / 1e9)
                .put("doneSeconds", (done - began) / 1e9)
                .put(
                        "threadSeconds",
                        callers.stream().mapToLong(c -> c.ended - c.began).sum() / 1e9)
                .put("latencyNanos", latency)
                .put("jitterNanos", jitter(answered))
                .putRaw("histogram", histogram(all))
                .put("failed", callers.stream().mapToLong(c -> c.failed).sum())
                .put("missing", callers.stream().mapToLong(c -> c.missing).sum())
                .put("firstFailure", firstFailure())
                .put("allocatedBytes", allocatedBytes);
        return lateness.isEmpty() ? figures : figures.put("lateNanos", lateness());
    }

    private Json lateness() {
        Histogram all = sum(lateness, DIGITS_TOLD);
        return new Json().put("p50", all.getValueAtPercentile(50)).put("p99", all.getValueAtPercentile(99));
    }

    /**
     * Returns the mean absolute difference of neighbours: how far the time of a call is from that of the caller's
     * previous call.
     */
    private Double jitter(long answered) {
        long neighbours = answered - callers.size();
        return neighbours <= 0
                ? null
                : (double) callers.stream().mapToLong(c -> c.differences).sum() / neighbours;
    }

    /** Returns pairs of a time and the number of calls that took no longer, without those of the pair before. */
    private static String histogram(Histogram all) {
        Histogram coarse = new Histogram(1, Caller.LONGEST, DIGITS_TOLD);
        coarse.add(all);
        StringJoiner pairs = new StringJoiner(",", "[", "]");
        for (HistogramIterationValue each : coarse.recordedValues()) {
            pairs.add("[" + each.getValueIteratedTo() + "," + each.getCountAddedInThisIterationStep() + "]");
        }
        return pairs.toString();
    }

    private String firstFailure() {
        for (Caller caller : callers) {
            if (caller.firstFailure != null) {
                return caller.firstFailure;
            }
        }
        return null;
    }
}
