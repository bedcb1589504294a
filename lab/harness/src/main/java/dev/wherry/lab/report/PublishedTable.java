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
 * @param sheets the published table first, then today's
 * @param again the command that measures today's again; empty if nothing was measured
 */
record PublishedTable(String title, String remark, List<Plot> plots, List<Sheet> sheets, String again) {
    private static final String OF_CALLS =
            "A row for each number of calls in a loop. Today's figures are microseconds a call: the time of a round"
                    + " divided by its calls, the median over the rounds. As in the original, avrg and sdev are the"
                    + " average and the standard deviation over the rows. A first call (1st) has no loop: each is the one"
                    + " of another round, whose processes were new, and avrg and sdev are over all rounds. Curves go"
                    + " through the averages, thin lines are those of least squares, and whiskers end at the least and"
                    + " the greatest row.";
    private static final String OF_RUNS =
            "A row for each number of calls in a run. Today's figures are milliseconds a run, the average of the runs"
                    + " with the first one, and without it. A figure in brackets was not measured whole: a run was cut off"
                    + " when its time was over, and counts with the time of a call times the number of calls. The plots"
                    + " have the time of a run divided by its calls.";
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
                switch (printed.per()) {
                    case CALL -> OF_CALLS;
                    case RUN -> OF_RUNS;
                    case CALLER, LATENCY ->
                        "A row for each value of %s. Today's figures are medians over the rounds; beneath, the difference"
                                        .formatted(printed.down())
                                + " from today's figure of the original's first system.";
                },
                printed.per() == Per.CALL
                        ? averages(id, printed.unit(), sheets, series)
                        : rows(id, printed, cells, series),
                sheets,
                cells.isEmpty() ? "" : Repetition.of(results, cells));
    }

    boolean hasPlots() {
        return !plots.isEmpty();
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
        Integer places = Printed.PLACES.get(printed.unit());
        boolean run = printed.per() == Per.RUN;
        if (!NUMBER.matcher(row.get(column)).matches()
                || (run && (places == null || !NUMBER.matcher(row.getFirst()).matches()))) {
            return OptionalDouble.empty();
        }
        BigDecimal value = new BigDecimal(row.get(column));
        return OptionalDouble.of((run
                        ? value.movePointRight(Objects.requireNonNull(places))
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
        Integer places = Printed.PLACES.get(unit);
        if (places == null) {
            return List.of();
        }
        Averages original = sheets.getFirst().averages().times(Math.pow(10, places - OF_MICROS));
        List<Drawn> then = List.of(new Drawn(original, " then", slot(original.system(), series, 0)));
        List<Drawn> now = sheets.stream()
                .skip(1)
                .map(Sheet::averages)
                .map(averages -> new Drawn(averages, "", slot(averages.system(), series, 0)))
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

    /** Averages with the name and the slot of their line. */
    private record Drawn(Averages averages, String suffix, int slot) {
        Line line(List<Point> points, List<Double> fit) {
            return new Line((averages.system() + suffix).strip(), slot, points, fit);
        }
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
                .map(each -> each.line(
                        points(each.averages().values(), places),
                        each.averages().fit(places)))
                .toList();
        return plot(id, title, Measure.MEAN, Sheet.MICROSECONDS, along, along, places, lines);
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
        return plot(id, title, Measure.MEAN, Sheet.MICROSECONDS, "", "task", places, lines);
    }

    private static Plot plot(
            String id,
            String title,
            Measure measure,
            String unit,
            String xName,
            String xLabel,
            List<?> places,
            List<Line> lines) {
        List<String> x = places.stream().map(String::valueOf).toList();
        return new Plot(
                id, title, unit, measure.direction(), measure.moreIsBetter(), xName, xLabel, x, lines, "", List.of());
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

    /** Returns the colour and shape of the same system today; else those that no system of today has. */
    private static int slot(@Nullable String peer, Series series, int index) {
        int same = peer == null ? -1 : series.slot(peer);
        return same >= 0 ? same : series.names().size() + index;
    }
}
