package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Judgement.Finding;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A figure of each round, in order.
 *
 * @param resolution the distance of a system from itself in this run, in percent: smaller differences are not significant
 */
record Sample(List<Double> rounds, double resolution) {
    private static final double TIMES = 3;
    private static final double ONE_DECIMAL = 10;

    double median() {
        return Statistics.median(rounds);
    }

    /** Returns whether the rank test over the rounds finds a difference, and that exceeds the resolution. */
    private boolean isApart(Sample other) {
        return !rounds.isEmpty()
                && !other.rounds.isEmpty()
                && Difference.of(rounds, other.rounds).found()
                && distance(other) > resolution;
    }

    private double distance(Sample other) {
        double ratio = median() / other.median();
        return 100 * (Math.max(ratio, 1 / ratio) - 1);
    }

    /** Returns whether this is higher than, lower than, no higher than, or the same as another sample. */
    Finding is(Direction direction, Sample than) {
        boolean higher = median() > than.median();
        return switch (direction) {
            case HIGHER -> isApart(than) ? Finding.of(higher) : Finding.OPEN;
            case LOWER -> isApart(than) ? Finding.of(median() < than.median()) : Finding.OPEN;
            case NO_HIGHER ->
                !higher || distance(than) <= resolution
                        ? Finding.HOLDS
                        : isApart(than) ? Finding.OPPOSED : Finding.OPEN;
            case ALIKE -> isNear(than, resolution);
        };
    }

    /** Returns the same with bounds on the distance of the medians, in percent; null for none. */
    Finding is(Direction direction, Sample than, @Nullable Double atLeastPercent, @Nullable Double atMostPercent) {
        if (direction == Direction.ALIKE && atMostPercent != null) {
            return isNear(than, atMostPercent);
        }
        return is(direction, than)
                .and(atLeastPercent == null ? Finding.HOLDS : isFar(than, atLeastPercent))
                .and(atMostPercent == null ? Finding.HOLDS : isNear(than, atMostPercent));
    }

    private Finding isFar(Sample from, double leastPercent) {
        double percent = Math.abs(percent(median(), from.median()));
        return percent >= leastPercent
                ? Finding.HOLDS
                : leastPercent - percent > resolution ? Finding.OPPOSED : Finding.OPEN;
    }

    private Finding isNear(Sample to, double mostPercent) {
        if (Math.abs(percent(median(), to.median())) > mostPercent) {
            return isApart(to) ? Finding.OPPOSED : Finding.OPEN;
        }
        return mostPercent < resolution ? Finding.OPEN : Finding.HOLDS;
    }

    Sample over(Sample other) {
        return new Sample(
                IntStream.range(0, Math.min(rounds.size(), other.rounds.size()))
                        .mapToObj(i -> rounds.get(i) / other.rounds.get(i))
                        .toList(),
                resolution);
    }

    String difference(Sample from) {
        return difference(median(), from.median()) + (isApart(from) ? "" : " (not significant)");
    }

    /** Returns such as {@code 9.2 % higher}, {@code 43 % lower} and, from three times on, {@code 3.4 times as high}. */
    static String difference(double of, double than) {
        if (of / than >= TIMES) {
            return String.format(Locale.ROOT, "%.1f times as high", of / than);
        }
        double percent = Math.abs(percent(of, than));
        return String.format(Locale.ROOT, percent < ONE_DECIMAL ? "%.1f %%" : "%.0f %%", percent)
                + (of < than ? " lower" : " higher");
    }

    static double percent(double of, double than) {
        return (of / than - 1) * 100;
    }
}
