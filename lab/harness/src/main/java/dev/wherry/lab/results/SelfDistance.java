package dev.wherry.lab.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The A/A line of a suite in a run: how far a system is from itself. The run resolves no smaller difference, so no verdict rests
 * on one. A pair is the odd and the even rounds of a cell, or two cells in which a system did the same work.
 *
 * @param medianPercent how far apart the medians of a pair are as a rule: the resolution of the run
 * @param mostPercent what nine of ten pairs do not exceed
 */
public record SelfDistance(String suite, int pairs, double medianPercent, double mostPercent) {
    private static final double MOST = 0.9;

    private record Work(String system, String operation, Map<String, Long> params, String placement, String mode) {}

    /**
     * Measures the distance over the cells of a suite; empty if there is no pair.
     *
     * @param counts which systems count; all do if none of these is there
     */
    public static Optional<SelfDistance> of(
            String suite, List<Cell> cells, Function<Cell, String> operation, Predicate<String> counts) {
        List<Cell> measured = cells.stream()
                .filter(cell -> cell.suite().equals(suite)
                        && cell.sound()
                        && cell.rounds().size() >= Difference.LEAST_ROUNDS)
                .toList();
        List<Cell> own =
                measured.stream().filter(cell -> counts.test(cell.system())).toList();
        List<Double> distances = distances(own.isEmpty() ? measured : own, operation);
        return distances.isEmpty()
                ? Optional.empty()
                : Optional.of(new SelfDistance(
                        suite,
                        distances.size(),
                        Statistics.median(distances),
                        distances.get((int) Math.ceil(MOST * distances.size()) - 1)));
    }

    private static List<Double> distances(List<Cell> cells, Function<Cell, String> operation) {
        List<Double> distances = new ArrayList<>();
        Map<Work, Double> first = new LinkedHashMap<>();
        for (Cell cell : cells) {
            List<Double> rates =
                    cell.rounds().stream().map(Round::callsPerSecond).toList();
            distances.add(percent(half(rates, 0), half(rates, 1)));
            Work work = new Work(cell.system(), operation.apply(cell), cell.params(), cell.placement(), cell.mode());
            double rate = Statistics.median(rates);
            Double other = first.putIfAbsent(work, rate);
            if (other != null) {
                distances.add(percent(rate, other));
            }
        }
        return distances.stream().sorted().toList();
    }

    private static double half(List<Double> rates, int from) {
        return Statistics.median(IntStream.range(0, rates.size())
                .filter(i -> i % 2 == from)
                .mapToObj(rates::get)
                .toList());
    }

    private static double percent(double one, double other) {
        return 100 * (Math.max(one, other) / Math.min(one, other) - 1);
    }
}
