package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Round.Bar;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The distribution of the times of calls, for one point of the grid at a time. */
final class Histogram {
    private static final int PER_OCTAVE = 4;

    private static final double PERCENT = 100;

    private Histogram() {}

    /** Returns the plot of the first point, with those of all points as choices; empty if no times were kept. */
    static Optional<Plot> of(String id, Grid grid, Series series) {
        List<Plot> choices = new ArrayList<>();
        grid.points().forEach((params, cells) -> {
            Plot plot = plot(id, Parameters.label(params), cells, series);
            if (!plot.series().isEmpty()) {
                choices.add(plot);
            }
        });
        return choices.stream().findFirst().map(first -> first.with(choices));
    }

    private static Plot plot(String id, String label, List<Cell> cells, Series series) {
        TreeMap<Integer, Long> all = new TreeMap<>();
        cells.forEach(cell -> bars(cell).forEach((bar, calls) -> all.merge(bar, calls, Long::sum)));
        List<Plot.Line> lines = new ArrayList<>();
        Grid.group(cells, series::name).forEach((name, own) -> {
            NavigableMap<Integer, Long> bars = bars(own.getFirst());
            double calls = bars.values().stream().mapToLong(Long::longValue).sum();
            List<Plot.Point> points = new ArrayList<>();
            bars.forEach((bar, some) -> {
                double share = PERCENT * some / calls;
                points.add(new Plot.Point(bar - all.firstKey(), share, share, share));
            });
            if (!points.isEmpty()) {
                lines.add(new Plot.Line(name, series.slot(name), points));
            }
        });
        List<String> places = all.isEmpty()
                ? List.of()
                : IntStream.rangeClosed(all.firstKey(), all.lastKey())
                        .mapToObj(Histogram::micros)
                        .toList();
        return new Plot(
                id,
                "How long calls took, in all rounds",
                "% of calls",
                "further to the left is better",
                false,
                "up to µs",
                "up to µs",
                places,
                lines,
                label,
                List.of());
    }

    private static NavigableMap<Integer, Long> bars(Cell cell) {
        TreeMap<Integer, Long> bars = new TreeMap<>();
        cell.rounds().stream()
                .map(round -> round.histogram())
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .filter(bar -> bar.calls() > 0)
                .forEach(bar -> bars.merge(number(bar), bar.calls(), Long::sum));
        return bars;
    }

    private static int number(Bar bar) {
        // A power of two belongs to the bar that ends with it, whatever the rounding of the logarithm.
        return (int) Math.ceil(PER_OCTAVE * Math.log((double) Math.max(1, bar.toNanos())) / Math.log(2) - 1e-9);
    }

    private static String micros(int number) {
        return new BigDecimal(Math.pow(2, (double) number / PER_OCTAVE) / 1000)
                .round(new MathContext(3))
                .toPlainString();
    }
}
