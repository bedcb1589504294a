package dev.wherry.lab.report;

import dev.wherry.lab.results.Line;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A table's columns along a parameter, each as the average of its rows.
 *
 * @param system whose they are, as {@link Series} calls it; empty where it is none of today's
 * @param along the parameter
 * @param values by the parameter's value
 */
record Averages(String system, String along, SortedMap<Long, Average> values) {
    private static final int POINTS_OF_A_LINE = 3;

    /** With the least and the greatest row. */
    record Average(double mean, double min, double max) {
        /** @param rows at least one */
        static Average of(double mean, List<Double> rows) {
            return new Average(
                    mean,
                    rows.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                    rows.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
        }
    }

    /** Whether there are enough for a line of least squares. */
    boolean haveALine() {
        return values.size() >= POINTS_OF_A_LINE;
    }

    /** Of least squares. */
    Line line() {
        TreeMap<Long, Double> means = new TreeMap<>();
        values.forEach((value, average) -> means.put(value, average.mean()));
        return Line.through(means);
    }

    /** The line for people; empty where there is none. */
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
