package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Published;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One table of the original, digit for digit and with its Difference column as a row, above today's medians; and its chart
 * drawn again beside today's.
 *
 * @param points the settings of the parameters, as they head the columns
 */
record SideBySide(
        String title,
        String caption,
        int width,
        List<String> points,
        List<Row> then,
        boolean hasToday,
        List<Row> today,
        List<Plot> plots) {

    record Row(String label, List<Entry> entries) {}

    /** A figure, and beneath one of today's how far it is from today's own run of the original's first system. */
    record Entry(String value, String beneath) {}

    /** What the mobility evaluation gave for each setting: a rate by its own definition, and a latency. */
    enum Kind {
        RATE("throughput", "calls/s per caller", Measure.PER_CALLER, Published.Figure::perThreadCallsPerSecond),
        LATENCY("mean latency", "ns per request", Measure.MEAN, Published.Figure::meanLatencyNanos);

        final String title;
        final String unit;
        final Measure measure;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without captures
        final Function<Published.Figure, @Nullable Double> figure;

        Kind(String title, String unit, Measure measure, Function<Published.Figure, @Nullable Double> figure) {
            this.title = title;
            this.unit = unit;
            this.measure = measure;
            this.figure = figure;
        }
    }

    /** The table of one workload and kind; empty where the original gave no such figure. */
    static Optional<SideBySide> of(
            String id, String workload, Kind kind, Published published, List<Cell> cells, Series series) {
        List<Published.Figure> figures = published.figures().stream()
                .filter(figure -> figure.workload().equals(workload) && kind.figure.apply(figure) != null)
                .toList();
        if (figures.isEmpty()) {
            return Optional.empty();
        }
        List<Map<String, Long>> points =
                figures.stream().map(Published.Figure::params).distinct().toList();
        List<Cell> today = cells.stream()
                .filter(cell -> cell.workload().equals(workload)
                        && points.contains(cell.params())
                        && kind.measure.median(cell).isPresent())
                .toList();
        String reference = figures.stream()
                .map(Published.Figure::peer)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
        boolean compared = today.stream().anyMatch(cell -> series.name(cell).equals(reference));
        return Optional.of(new SideBySide(
                workload + ": " + kind.title,
                "%s. Published figures as they were printed; today's are medians%s"
                        .formatted(kind.unit, compared ? "; beneath, the difference from today's " + reference : ""),
                points.size() + 1,
                points.stream().map(Parameters::label).toList(),
                then(figures, points, kind),
                !today.isEmpty(),
                Grid.group(today, series::name).entrySet().stream()
                        .map(system ->
                                today(system.getKey(), system.getValue(), today, points, kind, series, reference))
                        .toList(),
                ThenAndNow.plots(id, figures, today, kind, series)));
    }

    private static List<Row> then(List<Published.Figure> figures, List<Map<String, Long>> points, Kind kind) {
        Map<String, List<@Nullable Double>> systems = new LinkedHashMap<>();
        for (Published.Figure figure : figures) {
            systems.computeIfAbsent(
                    figure.system(),
                    system -> points.stream()
                            .map(params -> figures.stream()
                                    .filter(each -> each.system().equals(system)
                                            && each.params().equals(params))
                                    .map(kind.figure)
                                    .findFirst()
                                    .orElse(null))
                            .collect(Collectors.toCollection(ArrayList::new)));
        }
        List<Row> rows = new ArrayList<>();
        systems.forEach((system, values) -> rows.add(new Row(
                system,
                values.stream()
                        .map(value -> new Entry(Numbers.published(value), ""))
                        .toList())));
        List<@Nullable Double> first = systems.values().iterator().next();
        systems.entrySet().stream().skip(1).forEach(system -> {
            String label = systems.size() == 2 ? "Difference %" : "Difference %, " + system.getKey();
            List<Entry> differences = new ArrayList<>();
            for (int i = 0; i < points.size(); i++) {
                Double from = first.get(i);
                Double to = system.getValue().get(i);
                differences.add(new Entry(from == null || to == null ? "–" : Numbers.difference(from, to), ""));
            }
            rows.add(new Row(label, differences));
        });
        return rows;
    }

    private static Row today(
            String name,
            List<Cell> own,
            List<Cell> all,
            List<Map<String, Long>> points,
            Kind kind,
            Series series,
            String reference) {
        return new Row(
                name,
                points.stream()
                        .map(params -> {
                            Cell cell = at(params, own.stream());
                            Cell base = at(
                                    params,
                                    all.stream()
                                            .filter(each -> series.name(each).equals(reference)));
                            return new Entry(
                                    cell == null ? "–" : Numbers.rounded(kind.measure.median(cell)),
                                    cell == null
                                                    || base == null
                                                    || cell.system().equals(base.system())
                                            ? ""
                                            : difference(kind.measure, base, cell));
                        })
                        .toList());
    }

    private static @Nullable Cell at(Map<String, Long> params, Stream<Cell> cells) {
        return cells.filter(cell -> cell.params().equals(params)).findFirst().orElse(null);
    }

    private static String difference(Measure measure, Cell base, Cell cell) {
        Difference difference = measure.difference(cell, base);
        return difference.found()
                ? Numbers.difference(
                        measure.median(base).getAsDouble(), measure.median(cell).getAsDouble())
                : RatioText.none(difference);
    }
}
