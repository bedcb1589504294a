package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One plot as the page's script draws it: the places along the axis in order, and for each system its points.
 *
 * @param label of a plot that is a choice, else empty
 * @param choices the plots that the reader can choose instead, including this one; empty if there is no choice
 */
record Plot(
        String id,
        String title,
        String unit,
        String direction,
        boolean moreIsBetter,
        String xName,
        String xLabel,
        List<String> x,
        List<Line> series,
        String label,
        List<Plot> choices) {
    /** @param fit the values of the line of least squares at each place; empty if none is drawn */
    record Line(String name, int slot, List<Point> points, List<Double> fit) {
        Line(String name, int slot, List<Point> points) {
            this(name, slot, points, List.of());
        }
    }

    /** A median with the least and the greatest of its rounds, or an average with those of its rows, at a place along the axis. */
    record Point(int x, double median, double min, double max) {}

    /** Draws one measure of cells that differ in the axis alone. */
    static Plot of(String id, Measure measure, String axis, List<Cell> cells, Series series) {
        List<String> places = cells.stream()
                .map(cell -> place(axis, cell.params()))
                .distinct()
                .toList();
        List<Line> lines = new ArrayList<>();
        Grid.group(cells, series::name).forEach((name, own) -> {
            List<Point> points = own.stream()
                    .flatMap(cell -> point(measure, places.indexOf(place(axis, cell.params())), cell))
                    .toList();
            if (!points.isEmpty()) {
                lines.add(new Line(name, series.slot(name), points));
            }
        });
        String label = axis.isEmpty() ? "system" : axis;
        return new Plot(
                id,
                measure.title,
                measure.unit,
                measure.direction(),
                measure.moreIsBetter(),
                axis,
                label,
                places,
                lines,
                "",
                List.of());
    }

    Plot with(List<Plot> others) {
        return new Plot(id, title, unit, direction, moreIsBetter, xName, xLabel, x, series, label, others);
    }

    Plot titled(String other) {
        return new Plot(id, other, unit, direction, moreIsBetter, xName, xLabel, x, series, label, choices);
    }

    boolean hasChoices() {
        return choices.size() > 1;
    }

    private static Stream<Point> point(Measure measure, int place, Cell cell) {
        Spread spread = measure.spread(cell);
        return spread == null
                ? Stream.empty()
                : Stream.of(new Point(place, measure.median(cell).getAsDouble(), spread.min(), spread.max()));
    }

    static String place(String axis, Map<String, Long> params) {
        return axis.isEmpty() ? Parameters.label(params) : Objects.toString(params.get(axis), "–");
    }
}
