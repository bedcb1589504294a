package dev.wherry.lab.report;

import dev.wherry.lab.results.Line;
import dev.wherry.lab.results.Printed.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The columns of a table, each as the average of its rows.
 *
 * @param system the name in {@link Series}; empty if it is not a system of today
 * @param along the parameter whose values are columns; empty if there is none
 */
record Averages(String system, String along, List<Average> columns) {
    /** The kind of the columns that are values of the parameter. The heading of each other column names its kind. */
    static final String ALONG = "";

    private static final int POINTS_OF_A_LINE = 3;

    record Average(Column column, double mean, double min, double max) {
        static Average of(Column column, double mean, List<Double> rows) {
            return new Average(
                    column,
                    mean,
                    rows.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                    rows.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
        }

        private String kind() {
            return column.along() == null ? column.heading() : ALONG;
        }

        private String place() {
            return column.along() == null
                    ? Objects.requireNonNullElse(column.group(), "")
                    : String.valueOf(column.value());
        }
    }

    Averages times(double factor) {
        return new Averages(
                system,
                along,
                columns.stream()
                        .map(each -> new Average(
                                each.column(), each.mean() * factor, each.min() * factor, each.max() * factor))
                        .toList());
    }

    /** Returns the kinds to plot: the columns along the parameter if they make a line, else each kind of task. */
    List<String> kinds() {
        return haveALine()
                ? List.of(ALONG)
                : columns.stream()
                        .filter(each -> each.column().along() == null)
                        .map(Average::kind)
                        .distinct()
                        .toList();
    }

    /** Returns the averages of a kind by value or task. A first call has no place along a parameter. */
    SequencedMap<String, Average> of(String kind) {
        SequencedMap<String, Average> own = new LinkedHashMap<>();
        columns.stream()
                .filter(each -> each.kind().equals(kind)
                        && (!each.column().first() || each.column().along() == null))
                .forEach(each -> own.put(each.place(), each));
        return own;
    }

    private boolean haveALine() {
        return of(ALONG).size() >= POINTS_OF_A_LINE;
    }

    /** Returns the values of the line of least squares at these places; empty if there is no line. */
    List<Double> fit(String kind, List<String> places) {
        if (!kind.equals(ALONG) || !haveALine()) {
            return List.of();
        }
        Line line = line();
        return places.stream()
                .map(place -> line.intercept() + line.slope() * Long.parseLong(place))
                .toList();
    }

    private Line line() {
        TreeMap<Long, Double> means = new TreeMap<>();
        of(ALONG).forEach((value, average) -> means.put(Long.valueOf(value), average.mean()));
        return Line.through(means);
    }

    /** Describes the line of least squares; empty if there is none. */
    String text(String unit) {
        if (!haveALine()) {
            return "";
        }
        Line line = line();
        return String.format(
                Locale.ROOT,
                "Line of least squares through the averages: slope %s %s for each of %s, intercept %s %s, r² %.4f",
                Numbers.significant(line.slope()),
                unit,
                along,
                Numbers.significant(line.intercept()),
                unit,
                line.determination());
    }
}
