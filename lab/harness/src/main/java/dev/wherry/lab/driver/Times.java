package dev.wherry.lab.driver;

import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.Round.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/** The times of single calls, as a client hands them over: pairs of a time and how many calls took that long. */
final class Times {
    private static final long LONGEST = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 2;
    /** Bars of the results: the first ends here, and each is a quarter of an octave wide. */
    private static final int FIRST_BAR_NANOS = 100;

    private static final double WIDTH_OF_A_BAR = Math.pow(2, 0.25);

    private Times() {}

    static Histogram read(List<List<Long>> pairs) {
        Histogram times = new Histogram(1, LONGEST, DIGITS);
        for (List<Long> pair : pairs) {
            times.recordValueWithCount(Math.min(LONGEST, pair.getFirst()), pair.getLast());
        }
        return times;
    }

    static LatencyNanos latency(Histogram times) {
        boolean none = times.getTotalCount() == 0;
        return new LatencyNanos(
                none ? 0 : times.getMinValue(),
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(90),
                times.getValueAtPercentile(99),
                times.getValueAtPercentile(99.9),
                times.getMaxValue(),
                none ? 0 : times.getMean(),
                none ? 0 : times.getStdDeviation());
    }

    static @Nullable List<Bar> bars(@Nullable List<List<Long>> pairs) {
        if (pairs == null) {
            return null;
        }
        List<Bar> bars = new ArrayList<>();
        for (HistogramIterationValue each : read(pairs).logarithmicBucketValues(FIRST_BAR_NANOS, WIDTH_OF_A_BAR)) {
            if (each.getCountAddedInThisIterationStep() > 0) {
                bars.add(new Bar(each.getValueIteratedTo(), each.getCountAddedInThisIterationStep()));
            }
        }
        return bars;
    }
}
