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

    /** Empty for the baseline's own, and where one of the two is nothing sound to compare. */
    static List<Comparison> compare(Cell cell, @Nullable Cell base) {
        return base == null || cell.system().equals(base.system()) || !comparable(cell) || !comparable(base)
                ? List.of()
                : List.of(comparison(cell, base));
    }

    /** How long calls queued in a round says nothing that could be compared. */
    private static boolean comparable(Cell cell) {
        return cell.sound() && !cell.saturated();
    }

    private static Comparison comparison(Cell cell, Cell base) {
        return new Comparison(
                base.system(),
                cell.median(Round::callsPerSecond).orElseThrow()
                        / base.median(Round::callsPerSecond).orElseThrow(),
                cell.median(Comparer::p50).orElseThrow()
                        / base.median(Comparer::p50).orElseThrow(),
                spread(cell, base, Round::callsPerSecond),
                spread(cell, base, Comparer::p50),
                Difference.of(cell, base, Round::callsPerSecond),
                Difference.of(cell, base, Comparer::p50));
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
