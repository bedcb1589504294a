package dev.wherry.lab.report;

import dev.wherry.lab.report.Plot.Line;
import dev.wherry.lab.report.Plot.Point;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Published;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An original's chart drawn again from the figures in its text, and today's of the same settings beside it. */
final class ThenAndNow {
    private static final String THEN = "Published then";
    private static final String NOW = "Measured today";

    /** As {@link Printed#PLACES}, of the unit that today's averages are in. */
    private static final int OF_MICROS = 3;

    private ThenAndNow() {}

    static List<Plot> plots(
            String id, List<Published.Figure> figures, List<Cell> today, SideBySide.Kind kind, Series series) {
        String axis = Grid.axis(figures.stream().map(Published.Figure::params).toList());
        Plot then = then(id + "-then", axis, figures, kind, series);
        return today.isEmpty()
                ? List.of(then)
                : List.of(
                        then,
                        Plot.of(id + "-now", kind.measure, axis, today, series).titled(NOW));
    }

    /**
     * A printed table's averages and today's, in one unit: along a parameter with their lines of least squares, else a plot for
     * each kind of column, with a place for each task. None where the table has no averages, or in a unit that is none of time.
     *
     * @param sheets the original's, and today's
     */
    static List<Plot> averages(String id, List<Sheet> sheets, Series series) {
        Integer places = Printed.PLACES.get(sheets.getFirst().unit());
        if (places == null) {
            return List.of();
        }
        Averages original = sheets.getFirst().averages().times(Math.pow(10, places - OF_MICROS));
        List<Drawn> then = List.of(drawn(original, " then", series));
        List<Drawn> now = sheets.stream()
                .skip(1)
                .map(sheet -> drawn(sheet.averages(), "", series))
                .toList();
        List<Plot> plots = new ArrayList<>();
        if (original.haveALine()) {
            plots.add(curves(id + "-then", THEN, then));
            plots.add(curves(id + "-now", NOW, now));
        } else {
            for (String kind : original.tasks().keySet()) {
                String own = id + "-" + plots.size();
                plots.add(tasks(own + "-then", "%s, %s".formatted(THEN, kind), then, kind));
                plots.add(tasks(own + "-now", "%s, %s".formatted(NOW, kind), now, kind));
            }
        }
        return plots.stream().filter(plot -> !plot.series().isEmpty()).toList();
    }

    /** Averages with what their line is called, and its looks. */
    private record Drawn(Averages averages, String name, int slot) {
        Line line(List<Point> points, List<Double> fit) {
            return new Line(name, slot, points, fit);
        }
    }

    private static Drawn drawn(Averages averages, String suffix, Series series) {
        String system = averages.system();
        return new Drawn(averages, (system + suffix).strip(), slot(system, series, 0));
    }

    private static Plot curves(String id, String title, List<Drawn> all) {
        List<Drawn> having =
                all.stream().filter(each -> !each.averages().values().isEmpty()).toList();
        List<Long> places = having.stream()
                .flatMap(each -> each.averages().values().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        String along = all.isEmpty() ? "" : all.getFirst().averages().along();
        List<Line> lines = having.stream()
                .map(each -> each.line(points(each.averages().values(), places), fit(each.averages(), places)))
                .toList();
        return plot(id, title, along, along, places, lines);
    }

    private static Plot tasks(String id, String title, List<Drawn> all, String kind) {
        List<Drawn> having = all.stream()
                .filter(each -> !each.averages().tasks(kind).isEmpty())
                .toList();
        List<String> places = having.stream()
                .flatMap(each -> each.averages().tasks(kind).keySet().stream())
                .distinct()
                .toList();
        List<Line> lines = having.stream()
                .map(each -> each.line(points(each.averages().tasks(kind), places), List.of()))
                .toList();
        return plot(id, title, "", "task", places, lines);
    }

    private static Plot plot(String id, String title, String xName, String xLabel, List<?> places, List<Line> lines) {
        return new Plot(
                id,
                title,
                Sheet.MICROSECONDS,
                Measure.MEAN.direction(),
                Measure.MEAN.moreIsBetter(),
                xName,
                xLabel,
                places.stream().map(String::valueOf).toList(),
                lines,
                "",
                List.of());
    }

    private static <K> List<Point> points(Map<K, Averages.Average> averages, List<K> places) {
        return averages.entrySet().stream()
                .map(at -> new Point(
                        places.indexOf(at.getKey()),
                        at.getValue().mean(),
                        at.getValue().min(),
                        at.getValue().max()))
                .toList();
    }

    private static List<Double> fit(Averages averages, List<Long> places) {
        if (!averages.haveALine()) {
            return List.of();
        }
        var line = averages.line();
        return places.stream()
                .map(place -> line.intercept() + line.slope() * place)
                .toList();
    }

    private static Plot then(
            String id, String axis, List<Published.Figure> figures, SideBySide.Kind kind, Series series) {
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
                slot(own.getFirst().peer(), series, lines.size()),
                own.stream()
                        .map(figure -> point(places.indexOf(Plot.place(axis, figure.params())), kind, figure))
                        .toList())));
        return new Plot(
                id,
                THEN,
                kind.measure.unit,
                kind.measure.direction(),
                kind.measure.moreIsBetter(),
                axis,
                axis.isEmpty() ? "system" : axis,
                places,
                lines,
                "",
                List.of());
    }

    private static Point point(int place, SideBySide.Kind kind, Published.Figure figure) {
        double value = Objects.requireNonNull(kind.figure.apply(figure));
        return new Point(place, value, value, value);
    }

    /** The same colour and shape as today's of the same system; else those that no system of today has. */
    private static int slot(@Nullable String peer, Series series, int index) {
        int same = peer == null ? -1 : series.slot(peer);
        return same >= 0 ? same : series.names().size() + index;
    }
}
