package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One table of the original, digit for digit and with its Difference column, beside today's medians. */
record Beside(
        String title,
        String caption,
        String parameter,
        List<String> publishedColumns,
        int publishedWidth,
        List<String> todayColumns,
        int todayWidth,
        boolean hasToday,
        List<Row> rows) {

    record Row(String label, List<String> published, List<Today> today) {}

    /** Today's figure, and beneath it how far it is from today's own run of the original's first system. */
    record Today(String value, String spread) {}

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
    static Optional<Beside> of(String workload, Kind kind, Published published, List<Cell> cells, Series series) {
        List<Published.Figure> figures = published.figures().stream()
                .filter(figure -> figure.workload().equals(workload) && kind.figure.apply(figure) != null)
                .toList();
        if (figures.isEmpty()) {
            return Optional.empty();
        }
        List<Cell> today = cells.stream()
                .filter(cell -> cell.workload().equals(workload)
                        && kind.measure.median(cell).isPresent())
                .toList();
        List<String> systems =
                figures.stream().map(Published.Figure::system).distinct().toList();
        List<String> names = today.stream().map(series::name).distinct().toList();
        String reference = figures.stream()
                .map(Published.Figure::peer)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
        List<Row> rows = figures.stream()
                .map(Published.Figure::params)
                .distinct()
                .map(params -> row(params, kind, figures, systems, today, names, series, reference))
                .toList();
        List<String> columns = Stream.concat(
                        systems.stream(), systems.stream().skip(1).map(system -> difference(systems, system)))
                .toList();
        String beneath = names.contains(reference) ? "; beneath, the difference from today's " + reference : "";
        return Optional.of(new Beside(
                workload + ": " + kind.title,
                "%s. Published figures as they were printed; today's are medians%s".formatted(kind.unit, beneath),
                "",
                columns,
                columns.size(),
                names,
                names.size(),
                !names.isEmpty(),
                rows));
    }

    private static String difference(List<String> systems, String system) {
        return systems.size() == 2 ? "Difference %" : "Difference %, " + system;
    }

    private static Row row(
            Map<String, Long> params,
            Kind kind,
            List<Published.Figure> figures,
            List<String> systems,
            List<Cell> cells,
            List<String> names,
            Series series,
            String reference) {
        List<@Nullable Double> then = new ArrayList<>();
        for (String system : systems) {
            then.add(figures.stream()
                    .filter(figure ->
                            figure.system().equals(system) && figure.params().equals(params))
                    .map(kind.figure)
                    .findFirst()
                    .orElse(null));
        }
        List<String> published =
                new ArrayList<>(then.stream().map(Numbers::published).toList());
        Double first = then.getFirst();
        for (Double other : then.subList(1, then.size())) {
            published.add(first == null || other == null ? "–" : Numbers.difference(first, other));
        }
        List<Cell> here =
                cells.stream().filter(cell -> cell.params().equals(params)).toList();
        OptionalDouble base = median(kind, here, series, reference);
        List<Today> today = names.stream()
                .map(name -> {
                    OptionalDouble own = median(kind, here, series, name);
                    boolean compared = own.isPresent() && base.isPresent() && !name.equals(reference);
                    return new Today(
                            Numbers.rounded(own),
                            compared ? Numbers.difference(base.getAsDouble(), own.getAsDouble()) : "");
                })
                .toList();
        return new Row(Work.label(params), published, today);
    }

    private static OptionalDouble median(Kind kind, List<Cell> cells, Series series, String name) {
        return cells.stream()
                .filter(cell -> series.name(cell).equals(name))
                .map(kind.measure::median)
                .findFirst()
                .orElse(OptionalDouble.empty());
    }
}
