package dev.wherry.lab.driver;

import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.results.Bar;
import dev.wherry.lab.results.LatencyNanos;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/** The times of single calls, as a client hands them over: a histogram as HdrHistogram writes it. */
final class Times {
    /** Bars of the results: the first ends here, and each is a quarter of an octave wide. */
    private static final int FIRST_BAR_NANOS = 100;

    private static final double WIDTH_OF_A_BAR = Math.pow(2, 0.25);

    private Times() {}

    /** The histogram of a client that has told one; a failure where it has told none, or garbage. */
    static Histogram read(Measurement measured) throws PeerFailure {
        String text = measured.histogram();
        if (text == null) {
            throw PeerFailure.said("it tells no histogram, and without them the times of several clients make no sum");
        }
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException | RuntimeException garbage) {
            throw PeerFailure.fatal("the client told a histogram that is none: " + garbage);
        }
    }

    static String write(Histogram times) {
        ByteBuffer buffer = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
        byte[] compressed = Arrays.copyOf(buffer.array(), times.encodeIntoCompressedByteBuffer(buffer));
        return Base64.getEncoder().encodeToString(compressed);
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

    /** For the results: few bars, those of no call left out; null where the client told no histogram. */
    static @Nullable List<Bar> bars(Measurement measured) throws PeerFailure {
        if (measured.histogram() == null) {
            return null;
        }
        List<Bar> bars = new ArrayList<>();
        for (HistogramIterationValue each : read(measured).logarithmicBucketValues(FIRST_BAR_NANOS, WIDTH_OF_A_BAR)) {
            if (each.getCountAddedInThisIterationStep() > 0) {
                bars.add(new Bar(each.getValueIteratedTo(), each.getCountAddedInThisIterationStep()));
            }
        }
        return bars;
    }
}
