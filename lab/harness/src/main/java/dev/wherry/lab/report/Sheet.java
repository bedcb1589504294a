package dev.wherry.lab.report;

import dev.wherry.lab.report.Averages.Average;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Printed.Column;
import dev.wherry.lab.results.Printed.Per;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One table in the shape in which an original printed its own. */
record Sheet(
        String name,
        String unit,
        String corner,
        boolean hasGroups,
        List<Group> groups,
        List<String> headings,
        List<Row> rows,
        Averages averages) {
    static final String MICROSECONDS = "µs";
    static final String AVERAGE = "avrg";
    static final String DEVIATION = "sdev";
    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;

    record Group(String label, int width) {}

    /** @param summary whether it sums up the others */
    record Row(String label, boolean summary, List<Entry> entries) {
        double figure(int column) {
            return Double.parseDouble(entries.get(column).value());
        }
    }

    /** A figure, and what has to be known of it. */
    record Entry(String value, String remark, String beneath) {
        private static final Entry NONE = new Entry("–", "");

        Entry(String value, String remark) {
            this(value, remark, "");
        }

        static Entry plain(double value) {
            return new Entry(Numbers.rounded(value), "");
        }
    }

    /** Returns the original's table, with each of its digits. */
    static Sheet of(Printed printed) {
        List<Row> rows = printed.rows().stream()
                .map(row -> new Row(
                        row.getFirst(),
                        !row.getFirst().matches("\\d+"),
                        row.stream()
                                .skip(1)
                                .map(figure -> new Entry(figure, ""))
                                .toList()))
                .toList();
        Averages averages = new Averages(peer(printed), along(printed.columns()));
        rows.stream().filter(row -> row.label().equals(AVERAGE)).findFirst().ifPresent(average -> {
            for (int i = 0; i < printed.columns().size(); i++) {
                int column = i;
                averages.put(
                        printed.columns().get(i),
                        Average.of(
                                average.figure(column),
                                rows.stream()
                                        .filter(row -> !row.summary())
                                        .map(row -> row.figure(column))
                                        .toList()));
            }
        });
        return sheet("Published then", printed.unit(), printed.columns(), printed, rows, averages);
    }

    /** Returns the system of today that the first column with any is about; empty if there is none. */
    private static String peer(Printed printed) {
        return printed.columns().stream()
                .map(Column::peer)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    /** The parameter that columns stand along; empty where they stand along none. */
    private static String along(List<Column> columns) {
        return columns.stream()
                .map(Column::along)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    /**
     * Microseconds a call of one system.
     *
     * @param all of every system, so that the tables of all have the same columns and rows
     */
    static Sheet ofCalls(String name, List<Cell> own, List<Cell> all, Printed printed) {
        List<Column> columns = today(printed, all);
        List<Long> down = down(
                all.stream()
                        .filter(cell -> columns.stream()
                                .anyMatch(column ->
                                        !column.first() && column.workload().equals(cell.workload()))),
                printed);
        List<List<Entry>> body = new ArrayList<>();
        down.forEach(value -> body.add(new ArrayList<>()));
        List<Entry> average = new ArrayList<>();
        List<Entry> deviation = new ArrayList<>();
        Averages averages = new Averages(name, along(columns));
        for (Column column : columns) {
            List<Double> figures = new ArrayList<>();
            for (int row = 0; row < down.size(); row++) {
                Entry entry = column.first() ? first(column, row, own) : Entry.NONE;
                Optional<Cell> cell = column.first() ? Optional.empty() : cell(column, printed, down.get(row), own);
                if (cell.isPresent()) {
                    double micros = median(cell.get());
                    figures.add(micros);
                    entry = new Entry(Numbers.rounded(micros), Table.capped(cell.get()));
                }
                body.get(row).add(entry);
            }
            if (column.first()) {
                figures.addAll(firsts(column, own));
            }
            average.add(figures.isEmpty() ? Entry.NONE : Entry.plain(Statistics.mean(figures)));
            deviation.add(figures.isEmpty() ? Entry.NONE : Entry.plain(Statistics.deviation(figures)));
            if (!figures.isEmpty()) {
                averages.put(column, Average.of(Statistics.mean(figures), figures));
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < down.size(); row++) {
            rows.add(new Row(String.valueOf(down.get(row)), false, body.get(row)));
        }
        rows.add(new Row(AVERAGE, true, average));
        rows.add(new Row(DEVIATION, true, deviation));
        return sheet(name, MICROSECONDS, columns, printed, rows, averages);
    }

    /**
     * Returns a table with a row for each value that was measured, and for each system the figure or, of runs, the average with
     * and without the first run.
     */
    static Sheet ofSystems(SequencedMap<String, List<Cell>> systems, Printed printed, Measure measure) {
        boolean runs = printed.per() == Per.RUN;
        String reference = peer(printed);
        List<Row> rows = down(systems.values().stream().flatMap(List::stream), printed).stream()
                .map(value -> new Row(
                        String.valueOf(value),
                        false,
                        systems.values().stream()
                                .map(own -> at(value, printed, own))
                                .flatMap(cell -> runs
                                        ? runs(value, cell)
                                        : Stream.of(figure(
                                                measure,
                                                cell,
                                                at(value, printed, systems.getOrDefault(reference, List.of())))))
                                .toList()))
                .toList();
        List<String> names = List.copyOf(systems.keySet());
        return new Sheet(
                "Measured today",
                runs ? "ms" : measure.unit,
                printed.down(),
                runs,
                runs ? names.stream().map(system -> new Group(system, 2)).toList() : List.of(),
                runs
                        ? names.stream()
                                .flatMap(_ -> Stream.of("all runs", "without the first"))
                                .toList()
                        : names,
                rows,
                new Averages("", ""));
    }

    private static List<Long> down(Stream<Cell> cells, Printed printed) {
        return cells.map(cell -> cell.params().get(printed.down()))
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }

    private static @Nullable Cell at(Long value, Printed printed, List<Cell> cells) {
        return cells.stream()
                .filter(cell -> value.equals(cell.params().get(printed.down())))
                .findFirst()
                .orElse(null);
    }

    private static Entry figure(Measure measure, @Nullable Cell cell, @Nullable Cell base) {
        if (cell == null) {
            return Entry.NONE;
        }
        String value = Numbers.rounded(measure.median(cell));
        if (base == null || cell.system().equals(base.system())) {
            return new Entry(value, Table.capped(cell));
        }
        Difference difference = measure.difference(cell, base);
        return new Entry(
                value,
                Table.capped(cell),
                difference.found()
                        ? Numbers.difference(
                                measure.median(base).getAsDouble(),
                                measure.median(cell).getAsDouble())
                        : RatioText.none(difference));
    }

    /** Of least squares through its averages; empty where it has none. */
    String line() {
        return averages.text(unit);
    }

    private static Stream<Entry> runs(long calls, @Nullable Cell cell) {
        if (cell == null) {
            return Stream.of(Entry.NONE, Entry.NONE);
        }
        return Stream.of(
                run(calls, cell, cell.rounds()),
                run(calls, cell, cell.rounds().stream().skip(1).toList()));
    }

    private static Entry run(long calls, Cell cell, List<Round> rounds) {
        if (rounds.isEmpty()) {
            return Entry.NONE;
        }
        String millis = Numbers.rounded(Statistics.mean(rounds.stream()
                .map(round -> MILLIS * (round.capped() ? round.seconds() / round.calls() * calls : round.seconds()))
                .toList()));
        return rounds.stream().anyMatch(Round::capped)
                ? new Entry("[" + millis + "]", Table.capped(cell))
                : new Entry(millis, "");
    }

    private static Sheet sheet(
            String name, String unit, List<Column> columns, Printed printed, List<Row> rows, Averages averages) {
        List<Group> groups = new ArrayList<>();
        for (Column column : columns) {
            String label = Objects.requireNonNullElse(column.group(), "");
            if (!groups.isEmpty() && groups.getLast().label().equals(label)) {
                groups.add(new Group(label, groups.removeLast().width() + 1));
            } else {
                groups.add(new Group(label, 1));
            }
        }
        return new Sheet(
                name,
                unit,
                printed.down(),
                columns.stream().anyMatch(column -> column.group() != null),
                groups,
                columns.stream().map(Column::heading).toList(),
                rows,
                averages);
    }

    /** The columns that anyone has figures for, each size that was measured having its own. */
    private static List<Column> today(Printed printed, List<Cell> all) {
        return printed.columns().stream()
                .map(column -> column.along() == null || column.first()
                        ? column
                        : new Column(column.group(), "", column.workload(), false, column.along(), null, null))
                .distinct()
                .flatMap(column -> all.stream()
                        .filter(cell -> isFor(column, cell))
                        .map(cell ->
                                column.along() == null ? null : cell.params().get(column.along()))
                        .distinct()
                        .map(value -> new Column(
                                column.group(),
                                column.heading().isEmpty() ? String.valueOf(value) : column.heading(),
                                column.workload(),
                                column.first(),
                                column.along(),
                                value,
                                column.peer())))
                .toList();
    }

    private static boolean isFor(Column column, Cell cell) {
        return cell.workload().equals(column.workload())
                && (column.value() == null
                        || column.value().equals(cell.params().get(Objects.requireNonNull(column.along()))));
    }

    private static Optional<Cell> cell(Column column, Printed printed, Long down, List<Cell> own) {
        return own.stream()
                .filter(cell -> isFor(column, cell) && down.equals(cell.params().get(printed.down())))
                .findFirst();
    }

    private static Entry first(Column column, int row, List<Cell> own) {
        List<Double> firsts = firsts(column, own);
        return row < firsts.size() ? Entry.plain(firsts.get(row)) : Entry.NONE;
    }

    /** One a round: each had new processes. */
    private static List<Double> firsts(Column column, List<Cell> own) {
        return own.stream()
                .filter(cell -> isFor(column, cell))
                .flatMap(cell -> cell.rounds().stream())
                .map(Sheet::micros)
                .toList();
    }

    private static double median(Cell cell) {
        return cell.median(Sheet::micros).orElseThrow();
    }

    private static double micros(Round round) {
        return MICROS * round.seconds() / round.calls();
    }

    static boolean belongs(Cell cell, Printed printed) {
        return !cell.rounds().isEmpty()
                && Parameters.rate(cell.params()).isEmpty()
                && cell.params().entrySet().containsAll(printed.fixed().entrySet())
                && printed.columns().stream()
                        .anyMatch(column -> column.workload().equals(cell.workload()));
    }
}
