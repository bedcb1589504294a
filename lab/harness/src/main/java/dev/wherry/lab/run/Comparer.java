package dev.wherry.lab.run;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Compares cells with the baseline's cell of the same work, as ratios of medians within the run, and says which are none. */
final class Comparer {
    private Comparer() {}

    /** The same cells, each with its comparison where there is something sound to compare with. */
    static List<Cell> compare(List<Cell> sameWork, @Nullable String baseline) {
        return sameWork.stream()
                .filter(cell -> cell.system().equals(baseline) && comparable(cell))
                .findFirst()
                .map(base -> sameWork.stream()
                        .map(cell ->
                                cell.system().equals(base.system()) || !comparable(cell) ? cell : compare(cell, base))
                        .toList())
                .orElse(sameWork);
    }

    /** How long calls queued in a round says nothing that could be compared. */
    private static boolean comparable(Cell cell) {
        return cell.sound() && !cell.saturated();
    }

    private static Cell compare(Cell cell, Cell base) {
        Comparison comparison = new Comparison(
                base.system(),
                cell.median(Round::callsPerSecond).orElseThrow()
                        / base.median(Round::callsPerSecond).orElseThrow(),
                cell.median(Comparer::p50).orElseThrow()
                        / base.median(Comparer::p50).orElseThrow(),
                spread(cell, base, Round::callsPerSecond),
                spread(cell, base, Comparer::p50),
                Difference.of(cell, base, Round::callsPerSecond),
                Difference.of(cell, base, Comparer::p50));
        return cell.withComparison(comparison);
    }

    private static double p50(Round round) {
        return round.latencyNanos().p50();
    }

    private static Spread spread(Cell cell, Cell base, ToDoubleFunction<Round> figure) {
        int rounds = Math.min(cell.rounds().size(), base.rounds().size());
        double[] ratios = IntStream.range(0, rounds)
                .mapToDouble(i -> figure.applyAsDouble(cell.rounds().get(i))
                        / figure.applyAsDouble(base.rounds().get(i)))
                .toArray();
        return new Spread(
                DoubleStream.of(ratios).min().orElseThrow(),
                DoubleStream.of(ratios).max().orElseThrow());
    }
}
