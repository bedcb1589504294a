package dev.wherry.lab.results;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A cell compared with the same cell of another system in the same run.
 *
 * @param callsPerSecond above 1 is faster than the other
 * @param p50 of the median latency; below 1 is faster than the other
 */
public record Comparison(String system, Ratio callsPerSecond, Ratio p50) {
    /**
     * The ratio of a figure.
     *
     * @param medians of the medians over the rounds
     * @param spread taken round by round, least and greatest
     * @param difference whether the figures differ; if not, their ratio has no meaning
     */
    public record Ratio(double medians, Spread spread, Difference difference) {
        private static Ratio of(Cell cell, Cell base, ToDoubleFunction<Round> figure) {
            int both = Math.min(cell.rounds().size(), base.rounds().size());
            return new Ratio(
                    cell.median(figure).orElseThrow() / base.median(figure).orElseThrow(),
                    Objects.requireNonNull(Statistics.spread(IntStream.range(0, both)
                            .mapToDouble(i -> figure.applyAsDouble(cell.rounds().get(i))
                                    / figure.applyAsDouble(base.rounds().get(i))))),
                    Difference.of(cell, base, figure));
        }
    }

    /** Compares two cells; empty if one is missing, has wrong answers or a queue of calls, or if both are of one system. */
    public static List<Comparison> of(Cell cell, @Nullable Cell base) {
        return base == null || cell.system().equals(base.system()) || !comparable(cell) || !comparable(base)
                ? List.of()
                : List.of(new Comparison(
                        base.system(),
                        Ratio.of(cell, base, Round::callsPerSecond),
                        Ratio.of(cell, base, round -> round.latencyNanos().p50())));
    }

    private static boolean comparable(Cell cell) {
        return cell.sound() && !cell.saturated();
    }
}
