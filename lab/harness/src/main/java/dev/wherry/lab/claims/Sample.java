package dev.wherry.lab.claims;

import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Statistics;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A figure of each round, in order.
 *
 * @param resolution how far a system is from itself in this run, in percent: smaller differences are none
 */
record Sample(List<Double> rounds, double resolution) {
    double median() {
        return Statistics.median(rounds);
    }

    /** Whether the rank test over the rounds finds a difference. */
    boolean differs(Sample other) {
        return !rounds.isEmpty()
                && !other.rounds.isEmpty()
                && Difference.of(rounds, other.rounds).found();
    }

    /** Whether it also exceeds the resolution of the run. */
    boolean isApart(Sample other) {
        return differs(other) && distance(other) > resolution;
    }

    private double distance(Sample other) {
        double ratio = median() / other.median();
        return 100 * (Math.max(ratio, 1 / ratio) - 1);
    }

    /** Whether it is higher, lower or no higher than another. */
    Finding is(Direction direction, Sample than) {
        boolean higher = median() > than.median();
        if (direction == Direction.NO_HIGHER) {
            return !higher || distance(than) <= resolution
                    ? Finding.HOLDS
                    : isApart(than) ? Finding.OPPOSED : Finding.OPEN;
        }
        return isApart(than) ? Finding.of(direction.holds(median(), than.median())) : Finding.OPEN;
    }

    /** Whether the medians are at least so far apart, in percent; null for any distance. */
    Finding isFar(Sample from, @Nullable Double leastPercent) {
        double percent = Math.abs(Percent.of(median(), from.median()));
        return leastPercent == null || percent >= leastPercent
                ? Finding.HOLDS
                : leastPercent - percent > resolution ? Finding.OPPOSED : Finding.OPEN;
    }

    /** Whether the medians are at most so far apart, in percent; null for what this run can resolve. */
    Finding isNear(Sample to, @Nullable Double mostPercent) {
        double most = mostPercent == null ? resolution : mostPercent;
        double percent = Math.abs(Percent.of(median(), to.median()));
        if (percent > most) {
            return isApart(to) ? Finding.OPPOSED : Finding.OPEN;
        }
        return most < resolution ? Finding.OPEN : Finding.HOLDS;
    }

    /** Round by round, as many as both have. */
    Sample over(Sample other) {
        return new Sample(
                IntStream.range(0, Math.min(rounds.size(), other.rounds.size()))
                        .mapToObj(i -> rounds.get(i) / other.rounds.get(i))
                        .toList(),
                resolution);
    }
}
