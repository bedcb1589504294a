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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One table in the shape in which an original printed its own. */
record Sheet(
        String name,
        String unit,
        String corner,
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

    /** A figure with remarks. */
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
        List<Average> averages = rows.stream()
                .filter(row -> row.label().equals(AVERAGE))
                .limit(1)
                .flatMap(average -> IntStream.range(0, printed.columns().size())
                        .mapToObj(i -> Average.of(
                                printed.columns().get(i),
                                average.figure(i),
                                rows.stream()
                                        .filter(row -> !row.summary())
                                        .map(row -> row.figure(i))
                                        .toList())))
                .toList();
        return sheet("Published then", printed.unit(), printed.columns(), printed, rows, peer(printed), averages);
    }

    /** Returns the system of today that the first column with any is about; empty if there is none. */
    private static String peer(Printed printed) {
        return printed.columns().stream()
                .map(Column::peer)
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
        List<Average> averages = new ArrayList<>();
        for (Column column : columns) {
            List<Double> figures = new ArrayList<>();
            List<Entry> entries = new ArrayList<>();
            if (column.first()) {
                figures.addAll(firsts(column, own));
                figures.forEach(figure -> entries.add(Entry.plain(figure)));
            } else {
                for (Long value : down) {
                    Optional<Cell> cell = own.stream()
                            .filter(each -> isFor(column, each)
                                    && value.equals(each.params().get(printed.down())))
                            .findFirst();
                    cell.ifPresent(each -> figures.add(median(each)));
                    entries.add(cell.map(each -> new Entry(Numbers.rounded(median(each)), Table.capped(each)))
                            .orElse(Entry.NONE));
                }
            }
            for (int row = 0; row < down.size(); row++) {
                body.get(row).add(row < entries.size() ? entries.get(row) : Entry.NONE);
            }
            average.add(figures.isEmpty() ? Entry.NONE : Entry.plain(Statistics.mean(figures)));
            deviation.add(figures.isEmpty() ? Entry.NONE : Entry.plain(Statistics.deviation(figures)));
            if (!figures.isEmpty()) {
                averages.add(Average.of(column, Statistics.mean(figures), figures));
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int row = 0; row < down.size(); row++) {
            rows.add(new Row(String.valueOf(down.get(row)), false, body.get(row)));
        }
        rows.add(new Row(AVERAGE, true, average));
        rows.add(new Row(DEVIATION, true, deviation));
        return sheet(name, MICROSECONDS, columns, printed, rows, name, averages);
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
                runs ? names.stream().map(system -> new Group(system, 2)).toList() : List.of(),
                runs
                        ? names.stream()
                                .flatMap(_ -> Stream.of("all runs", "without the first"))
                                .toList()
                        : names,
                rows,
                new Averages("", "", List.of()));
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

    /** Describes the line of least squares through its averages; empty if it has none. */
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
            String name,
            String unit,
            List<Column> columns,
            Printed printed,
            List<Row> rows,
            String system,
            List<Average> averages) {
        List<Group> groups = new ArrayList<>();
        for (Column column : columns) {
            String label = Objects.requireNonNullElse(column.group(), "");
            boolean same = !groups.isEmpty() && groups.getLast().label().equals(label);
            groups.add(new Group(label, same ? groups.removeLast().width() + 1 : 1));
        }
        String along = columns.stream()
                .map(Column::along)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
        return new Sheet(
                name,
                unit,
                printed.down(),
                columns.stream().allMatch(column -> column.group() == null) ? List.of() : groups,
                columns.stream().map(Column::heading).toList(),
                rows,
                new Averages(system, along, averages));
    }

    /** Returns the columns for which there are figures, one for each value that was measured. */
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

    /** Returns one figure for each round, since each had new processes. */
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
