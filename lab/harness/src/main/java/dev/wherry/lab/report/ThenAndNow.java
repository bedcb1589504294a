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
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** An original's chart drawn again from the figures in its text, and today's of the same settings beside it. */
final class ThenAndNow {
    private static final String THEN = "Published then";
    private static final String NOW = "Measured today";

    private ThenAndNow() {}

    static List<Plot> plots(
            String id, List<Published.Figure> figures, List<Cell> today, Beside.Kind kind, Series series) {
        String axis = Grid.axis(figures.stream().map(Published.Figure::params).toList());
        Plot then = then(id + "-then", axis, figures, kind, series);
        return today.isEmpty()
                ? List.of(then)
                : List.of(
                        then,
                        Plot.of(id + "-now", kind.measure, axis, today, series).titled(NOW));
    }

    /**
     * The curve of a printed table's averages and today's, with their lines of least squares; none where the table has none.
     *
     * @param sheets the original's, and today's
     */
    static List<Plot> curves(String id, List<Sheet> sheets, Series series) {
        Sheet then = sheets.getFirst();
        if (!then.averages().haveALine()) {
            return List.of();
        }
        String peer = then.averages().system();
        Plot drawn = averages(
                id + "-then",
                THEN,
                List.of(then),
                _ -> peer.isEmpty() ? "then" : peer + " then",
                _ -> slot(peer, series, 0));
        List<Sheet> now = sheets.stream()
                .skip(1)
                .filter(sheet -> !sheet.averages().values().isEmpty())
                .toList();
        return now.isEmpty()
                ? List.of(drawn)
                : List.of(drawn, averages(id + "-now", NOW, now, Averages::system, each -> series.slot(each.system())));
    }

    private static Plot averages(
            String id,
            String title,
            List<Sheet> sheets,
            Function<Averages, String> name,
            ToIntFunction<Averages> slot) {
        List<Averages> all = sheets.stream().map(Sheet::averages).toList();
        List<Long> places = all.stream()
                .flatMap(each -> each.values().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        String along = all.getFirst().along();
        return new Plot(
                id,
                title,
                sheets.getFirst().unit(),
                Measure.MEAN.direction(),
                Measure.MEAN.moreIsBetter(),
                along,
                along,
                places.stream().map(String::valueOf).toList(),
                all.stream()
                        .map(each -> new Line(
                                name.apply(each), slot.applyAsInt(each), points(each, places), fit(each, places)))
                        .toList(),
                "",
                List.of());
    }

    private static List<Point> points(Averages averages, List<Long> places) {
        return averages.values().entrySet().stream()
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

    private static Point point(int place, Beside.Kind kind, Published.Figure figure) {
        double value = Objects.requireNonNull(kind.figure.apply(figure));
        return new Point(place, value, value, value);
    }

    /** The same colour and shape as today's of the same system; else those that no system of today has. */
    private static int slot(@Nullable String peer, Series series, int index) {
        int same = peer == null ? -1 : series.slot(peer);
        return same >= 0 ? same : series.names().size() + index;
    }
}
