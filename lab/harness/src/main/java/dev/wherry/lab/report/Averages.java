package dev.wherry.lab.report;

import dev.wherry.lab.results.Line;
import dev.wherry.lab.results.Printed.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A table's columns, each as the average of its rows: those along a parameter, and those of other tasks.
 *
 * @param system the name in {@link Series}; empty if it is not a system of today
 * @param tasks by what a column is called, such as 1st, those of each task
 */
record Averages(
        String system,
        String along,
        SortedMap<Long, Average> values,
        SequencedMap<String, SequencedMap<String, Average>> tasks) {
    private static final int POINTS_OF_A_LINE = 3;

    Averages(String system, String along) {
        this(system, along, new TreeMap<>(), new LinkedHashMap<>());
    }

    record Average(double mean, double min, double max) {
        Average times(double factor) {
            return new Average(mean * factor, min * factor, max * factor);
        }

        static Average of(double mean, List<Double> rows) {
            return new Average(
                    mean,
                    rows.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                    rows.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
        }
    }

    /** A first call has no place along a parameter: it is of the least value alone. */
    void put(Column column, Average average) {
        if (column.along() == null) {
            tasks.computeIfAbsent(column.heading(), _ -> new LinkedHashMap<>())
                    .put(Objects.requireNonNullElse(column.group(), ""), average);
        } else if (!column.first()) {
            values.put(Objects.requireNonNull(column.value()), average);
        }
    }

    Averages times(double factor) {
        Averages other = new Averages(system, along);
        values.forEach((value, average) -> other.values.put(value, average.times(factor)));
        tasks.forEach((kind, own) -> {
            SequencedMap<String, Average> scaled = new LinkedHashMap<>();
            own.forEach((task, average) -> scaled.put(task, average.times(factor)));
            other.tasks.put(kind, scaled);
        });
        return other;
    }

    /** Of a kind of column, by task; none where there is none of this kind. */
    SequencedMap<String, Average> tasks(String kind) {
        return tasks.getOrDefault(kind, new LinkedHashMap<>());
    }

    boolean haveALine() {
        return values.size() >= POINTS_OF_A_LINE;
    }

    List<Double> fit(List<Long> places) {
        if (!haveALine()) {
            return List.of();
        }
        Line line = line();
        return places.stream()
                .map(place -> line.intercept() + line.slope() * place)
                .toList();
    }

    private Line line() {
        TreeMap<Long, Double> means = new TreeMap<>();
        values.forEach((value, average) -> means.put(value, average.mean()));
        return Line.through(means);
    }

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
