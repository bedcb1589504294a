package dev.wherry.lab.report;

import dev.wherry.lab.report.Plot.Line;
import dev.wherry.lab.report.Plot.Point;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Printed.Column;
import dev.wherry.lab.results.Printed.Per;
import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Results;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table that an original published, digit for digit, with today's figures in the same shape, and plots of both.
 *
 * @param ofCalls whether today's figures are times of a call
 * @param ofRuns whether they are times of a run
 * @param down the parameter of the rows
 * @param sheets the published table first, then today's
 * @param again the command that measures today's again; empty if nothing was measured
 */
record PublishedTable(
        String title,
        boolean ofCalls,
        boolean ofRuns,
        String down,
        List<Plot> plots,
        List<Sheet> sheets,
        String again) {
    private static final String THEN = "Published then";
    private static final String NOW = "Measured today";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,12})?");
    /** The power of ten of a microsecond in nanoseconds. */
    private static final int OF_MICROS = 3;

    /**
     * Returns the tables of an original in its order.
     *
     * @param id a prefix that is unique on the page
     */
    static List<PublishedTable> of(String id, Results results, Published published, List<Cell> cells, Series series) {
        List<PublishedTable> tables = new ArrayList<>();
        for (Printed printed : published.printed()) {
            List<Cell> own =
                    cells.stream().filter(cell -> Sheet.belongs(cell, printed)).toList();
            tables.add(of("%s-sheet-%d".formatted(id, tables.size()), results, printed, own, series));
        }
        return tables;
    }

    private static PublishedTable of(String id, Results results, Printed printed, List<Cell> cells, Series series) {
        List<Sheet> sheets = new ArrayList<>(List.of(Sheet.of(printed)));
        var systems = Grid.group(cells, series::name);
        if (printed.per() == Per.CALL) {
            systems.forEach((name, own) -> sheets.add(Sheet.ofCalls(name, own, cells, printed)));
        } else if (!cells.isEmpty()) {
            sheets.add(Sheet.ofSystems(systems, printed, measure(printed)));
        }
        return new PublishedTable(
                printed.title(),
                printed.per() == Per.CALL,
                printed.per() == Per.RUN,
                printed.down(),
                printed.per() == Per.CALL
                        ? averages(id, printed.unit(), sheets, series)
                        : rows(id, printed, cells, series),
                sheets,
                cells.isEmpty() ? "" : Repetition.of(results, cells));
    }

    /** Today's figure of a table that has a column for each system. */
    private static Measure measure(Printed printed) {
        return printed.per() == Per.CALLER ? Measure.PER_CALLER : Measure.MEAN;
    }

    /** Plots the columns of numbers over the rows, and today's figures of the same measure. */
    private static List<Plot> rows(String id, Printed printed, List<Cell> cells, Series series) {
        Measure measure = measure(printed);
        List<String> places = printed.rows().stream().map(List::getFirst).toList();
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < printed.columns().size(); i++) {
            Column column = printed.columns().get(i);
            List<Point> points = new ArrayList<>();
            for (List<String> row : printed.rows()) {
                value(printed, row, i + 1).ifPresent(value -> points.add(point(points.size(), value)));
            }
            if (points.size() == places.size()) {
                lines.add(new Line(column.heading() + " then", slot(column.peer(), series, lines.size()), points));
            }
        }
        Plot then = plot(id + "-then", THEN, measure, measure.unit, printed.down(), printed.down(), places, lines);
        Plot now = Plot.of(id + "-now", measure, printed.down(), cells, series).titled(NOW);
        return Stream.of(then, now).filter(plot -> !plot.series().isEmpty()).toList();
    }

    /** Returns the number, of a run in nanoseconds a call; empty if it is none. */
    private static OptionalDouble value(Printed printed, List<String> row, int column) {
        boolean run = printed.per() == Per.RUN;
        if (!NUMBER.matcher(row.get(column)).matches()
                || (run && !NUMBER.matcher(row.getFirst()).matches())) {
            return OptionalDouble.empty();
        }
        BigDecimal value = new BigDecimal(row.get(column));
        return OptionalDouble.of((run
                        ? value.movePointRight(Objects.requireNonNull(Printed.PLACES.get(printed.unit())))
                                .divide(new BigDecimal(row.getFirst()), MathContext.DECIMAL64)
                        : value)
                .doubleValue());
    }

    private static Point point(int place, double value) {
        return new Point(place, value, value, value);
    }

    /**
     * Plots the averages of the columns in one unit. Columns along a parameter have lines of least squares. Other columns
     * have a plot for each kind, with a place for each task.
     */
    private static List<Plot> averages(String id, String unit, List<Sheet> sheets, Series series) {
        int power = Objects.requireNonNull(Printed.PLACES.get(unit));
        Averages original = sheets.getFirst().averages().times(Math.pow(10, power - OF_MICROS));
        List<Averages> now = sheets.stream().skip(1).map(Sheet::averages).toList();
        List<Plot> plots = new ArrayList<>();
        for (String kind : original.kinds()) {
            boolean isAlong = kind.equals(Averages.ALONG);
            String own = isAlong ? id : id + "-" + plots.size();
            String what = isAlong ? "" : ", " + kind;
            plots.add(averages(own + "-then", THEN + what, List.of(original), kind, " then", series));
            plots.add(averages(own + "-now", NOW + what, now, kind, "", series));
        }
        return plots.stream().filter(plot -> !plot.series().isEmpty()).toList();
    }

    private static Plot averages(
            String id, String title, List<Averages> all, String kind, String suffix, Series series) {
        boolean isAlong = kind.equals(Averages.ALONG);
        Stream<String> having =
                all.stream().flatMap(each -> each.of(kind).keySet().stream()).distinct();
        List<String> places = (isAlong ? having.sorted(Comparator.comparing(Long::valueOf)) : having).toList();
        List<Line> lines = all.stream()
                .filter(each -> !each.of(kind).isEmpty())
                .map(each -> new Line(
                        (each.system() + suffix).strip(),
                        slot(each.system(), series, 0),
                        points(each.of(kind), places),
                        each.fit(kind, places)))
                .toList();
        String along = isAlong ? all.stream().map(Averages::along).findFirst().orElse("") : "";
        return plot(id, title, Measure.MEAN, Sheet.MICROSECONDS, along, isAlong ? along : "task", places, lines);
    }

    private static Plot plot(
            String id,
            String title,
            Measure measure,
            String unit,
            String xName,
            String xLabel,
            List<String> places,
            List<Line> lines) {
        return new Plot(
                id,
                title,
                unit,
                measure.direction(),
                measure.moreIsBetter(),
                xName,
                xLabel,
                places,
                lines,
                "",
                List.of());
    }

    private static List<Point> points(Map<String, Averages.Average> averages, List<String> places) {
        return averages.entrySet().stream()
                .map(at -> new Point(
                        places.indexOf(at.getKey()),
                        at.getValue().mean(),
                        at.getValue().min(),
                        at.getValue().max()))
                .toList();
    }

    /** Returns the colour and shape of the same system today; else those that no system of today has. */
    private static int slot(@Nullable String peer, Series series, int index) {
        int same = peer == null ? -1 : series.slot(peer);
        return same >= 0 ? same : series.names().size() + index;
    }
}
