package dev.wherry.lab.results;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A cell compared with the same cell of another system in the same run.
 *
 * @param callsPerSecond ratio of the medians over the rounds; above 1 is faster than the other
 * @param p50 ratio of the medians of the median latency; below 1 is faster than the other
 * @param callsPerSecondSpread the ratio taken round by round, least and greatest
 * @param callsPerSecondDifference whether the rates differ; if not, their ratio has no meaning
 */
public record Comparison(
        String system,
        double callsPerSecond,
        double p50,
        Spread callsPerSecondSpread,
        Spread p50Spread,
        @Nullable Difference callsPerSecondDifference,
        @Nullable Difference p50Difference) {
    /** Compares two cells; empty if one is missing, has wrong answers or a queue of calls, or if both are of one system. */
    public static List<Comparison> of(Cell cell, @Nullable Cell base) {
        if (base == null || cell.system().equals(base.system()) || !comparable(cell) || !comparable(base)) {
            return List.of();
        }
        ToDoubleFunction<Round> p50 = round -> round.latencyNanos().p50();
        return List.of(new Comparison(
                base.system(),
                ratio(cell, base, Round::callsPerSecond),
                ratio(cell, base, p50),
                spread(cell, base, Round::callsPerSecond),
                spread(cell, base, p50),
                Difference.of(cell, base, Round::callsPerSecond),
                Difference.of(cell, base, p50)));
    }

    private static boolean comparable(Cell cell) {
        return cell.sound() && !cell.saturated();
    }

    private static double ratio(Cell cell, Cell base, ToDoubleFunction<Round> figure) {
        return cell.median(figure).orElseThrow() / base.median(figure).orElseThrow();
    }

    private static Spread spread(Cell cell, Cell base, ToDoubleFunction<Round> figure) {
        return Objects.requireNonNull(Statistics.spread(
                IntStream.range(0, Math.min(cell.rounds().size(), base.rounds().size()))
                        .mapToDouble(i -> figure.applyAsDouble(cell.rounds().get(i))
                                / figure.applyAsDouble(base.rounds().get(i)))));
    }
}
