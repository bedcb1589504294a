package dev.wherry.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.statistics.Latencies;
import dev.wherry.statistics.Latencies.Bucket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {
    private static final double[] SHARES = {0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1};

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void returnsPercentilesWithinASixteenth(long seed) {
        Random random = new Random(seed);
        checkAgainstSorted(10_000, () -> (long) Math.exp(random.nextDouble() * 27)); // over eleven powers of ten
        checkAgainstSorted(1_000, () -> 20_000 + random.nextInt(2_000));
        checkAgainstSorted(1, () -> random.nextInt(1_000_000));
        checkAgainstSorted(100, () -> random.nextInt(40));
    }

    private static void checkAgainstSorted(int count, LongSupplier next) {
        long[] samples = LongStream.generate(next).limit(count).toArray();
        Latencies told = latencies(samples);
        Arrays.sort(samples);
        assertThat(told.calls()).isEqualTo(count);
        for (double share : SHARES) {
            long exact = samples[(int) Math.ceil(share * count) - 1];
            assertThat(told.percentile(share).toNanos())
                    .as("%s of %d samples", share, count)
                    .isBetween(exact, exact + exact / 16);
        }
    }

    @Test
    void isExactAtTheEdgesOfItsBuckets() {
        for (int power = 0; power < 40; power++) {
            for (long nanos : new long[] {(1L << power) - 1, 1L << power, (1L << power) + 1}) {
                assertThat(latencies(nanos).percentile(1).toNanos())
                        .as("%d ns", nanos)
                        .isBetween(nanos, nanos + nanos / 16);
            }
        }
    }

    @Test
    void countsWhatIsLongerThanItsRangeAsWithoutABound() {
        Latencies told = latencies(1L << 40, Long.MAX_VALUE, 5);

        assertThat(told.buckets()).containsExactly(new Bucket(5, 1), new Bucket(Long.MAX_VALUE, 2));
    }

    @Test
    void countsAClockThatWentBackAsNoTime() {
        assertThat(latencies(-1, Long.MIN_VALUE).buckets()).containsExactly(new Bucket(0, 2));
    }

    @Test
    void isReadWhileItCounts() throws Exception {
        Histogram histogram = new Histogram();
        int count = 200_000;
        CountDownLatch begun = new CountDownLatch(1);
        Thread counting = Thread.ofPlatform().start(() -> {
            Random random = new Random(7);
            for (int i = 0; i < count; i++) {
                histogram.count(random.nextLong(1L << 36));
                begun.countDown();
            }
        });
        begun.await();
        long before = 0;
        while (counting.isAlive()) {
            long now = latencies(histogram).calls();
            assertThat(now).isBetween(before, (long) count);
            before = now;
        }
        counting.join();
        assertThat(latencies(histogram).calls()).isEqualTo(count);
    }

    @Test
    void returnsTheDifferenceToAnEarlierState() {
        Histogram histogram = new Histogram();
        histogram.count(10);
        histogram.count(20);
        Latencies earlier = latencies(histogram);
        histogram.count(20);
        histogram.count(30);

        assertThat(latencies(histogram).since(earlier).buckets()).containsExactly(new Bucket(20, 1), new Bucket(30, 1));
        assertThat(earlier.since(earlier).percentile(1)).isEqualTo(Duration.ZERO);
    }

    @Test
    void refusesInvalidHistograms() {
        assertThatThrownBy(() -> new Latencies(List.of(new Bucket(5, 1), new Bucket(5, 1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Bucket(1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> latencies(1).percentile(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> latencies(1).percentile(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Latencies latencies(long... samples) {
        Histogram histogram = new Histogram();
        Arrays.stream(samples).forEach(histogram::count);
        return latencies(histogram);
    }

    private static Latencies latencies(Histogram histogram) {
        long[] sum = Histogram.sum();
        histogram.addTo(sum);
        return Histogram.latencies(sum);
    }
}
