package dev.wherry.statistics;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The times that calls took, as numbers of calls with about the same time. Each percentile is too long by at most a sixteenth,
 * and never too short. All calls longer than 2^40 ns (18 minutes) are counted together.
 *
 * @param buckets in ascending order, those without calls left out
 */
public record Latencies(List<Bucket> buckets) {
    /**
     * A number of calls that took about the same time.
     *
     * @param atMostNanos that each of the calls took; longer than those of the bucket before.
     *     {@link Long#MAX_VALUE}: without a bound
     */
    public record Bucket(long atMostNanos, long calls) {
        public Bucket {
            if (atMostNanos < 0 || calls < 0) {
                throw new IllegalArgumentException(calls + " calls of at most " + atMostNanos + " ns");
            }
        }
    }

    public Latencies {
        buckets = List.copyOf(buckets);
        for (int i = 1; i < buckets.size(); i++) {
            if (buckets.get(i).atMostNanos() <= buckets.get(i - 1).atMostNanos()) {
                throw new IllegalArgumentException(buckets.get(i) + " after " + buckets.get(i - 1));
            }
        }
    }

    /** Returns how many calls there are in all buckets. */
    public long calls() {
        return buckets.stream().mapToLong(Bucket::calls).sum();
    }

    /**
     * The time within which this share of the calls was done.
     *
     * @param share above 0 and at most 1, which means all: 0.99 for the 99th percentile
     * @return zero if there are no calls
     */
    public Duration percentile(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("A share is above 0 and at most 1; this is " + share);
        }
        long wanted = (long) Math.ceil(share * calls());
        long atMost = 0;
        for (Bucket bucket : buckets) {
            if (wanted <= 0) {
                break;
            }
            wanted -= bucket.calls();
            atMost = bucket.atMostNanos();
        }
        return Duration.ofNanos(atMost);
    }

    /** Returns the times of the calls that were counted after {@code earlier} was taken. */
    public Latencies since(Latencies earlier) {
        Map<Long, Long> before = new HashMap<>();
        earlier.buckets.forEach(bucket -> before.put(bucket.atMostNanos(), bucket.calls()));
        return new Latencies(buckets.stream()
                .map(now -> new Bucket(
                        now.atMostNanos(), Math.max(0, now.calls() - before.getOrDefault(now.atMostNanos(), 0L))))
                .filter(bucket -> bucket.calls() > 0)
                .toList());
    }
}
