package dev.wherry.lab.report;

import dev.wherry.lab.report.Plot.Line;
import dev.wherry.lab.report.Plot.Point;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Published;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An original's chart drawn again from the figures in its text, and today's of the same settings beside it. */
final class ThenAndNow {
    private ThenAndNow() {}

    static List<Plot> plots(
            String id, List<Published.Figure> figures, List<Cell> today, Beside.Kind kind, Series series) {
        String axis = Work.axis(figures.stream().map(Published.Figure::params).toList());
        Plot then = then(id + "-then", axis, figures, kind, series);
        return today.isEmpty()
                ? List.of(then)
                : List.of(
                        then,
                        Plot.of(id + "-now", kind.measure, axis, today, series).titled("Measured today"));
    }

    private static Plot then(String id, String axis, List<Published.Figure> figures, Beside.Kind kind, Series series) {
        List<String> places = figures.stream()
                .map(figure -> Plot.place(axis, figure.params()))
                .distinct()
                .toList();
        Map<String, List<Published.Figure>> systems = new LinkedHashMap<>();
        figures.forEach(figure ->
                systems.computeIfAbsent(figure.system(), _ -> new ArrayList<>()).add(figure));
        List<Line> lines = new ArrayList<>();
        systems.forEach((system, own) -> lines.add(new Line(
                system + " then",
                slot(own.getFirst(), series, lines.size()),
                own.stream()
                        .map(figure -> point(places.indexOf(Plot.place(axis, figure.params())), kind, figure))
                        .toList())));
        return new Plot(
                id,
                "Published then",
                kind.measure.unit,
                kind.measure.direction(),
                axis,
                axis.isEmpty() ? "system" : axis,
                places,
                lines,
                "",
                List.of());
    }

    private static Point point(int place, Beside.Kind kind, Published.Figure figure) {
        double value = Objects.requireNonNull(kind.figure.apply(figure));
        return new Point(place, value, value, value);
    }

    /** The same colour and shape as today's of the same system; else those that no system of today has. */
    private static int slot(Published.Figure figure, Series series, int index) {
        int same = figure.peer() == null ? -1 : series.slot(figure.peer());
        return same >= 0 ? same : series.names().size() + index;
    }
}
