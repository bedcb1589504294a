package dev.wherry.lab.suite;

import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Printed.Column;
import dev.wherry.lab.results.Printed.Per;
import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Published.Figure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The layout of {@code published.toml}: the tables as they were printed, digit by digit. */
record PublishedToml(
        String title,
        String source,
        String machine,
        String method,
        List<String> notes,
        @Nullable List<Table> tables,
        @Nullable List<PrintedTable> printed) {

    /**
     * A table to be shown as it was printed.
     *
     * @param rows as printed, with blanks between the figures
     */
    record PrintedTable(String title, String unit, String down, Per per, List<Part> columns, List<String> rows) {
        /** All that originals print are times, which {@link #figures} and the charts read. */
        PrintedTable {
            if (unit != null && !Printed.PLACES.containsKey(unit)) {
                throw new IllegalArgumentException(
                        "%s: the unit is seconds or milliseconds, and not %s".formatted(title, unit));
            }
        }

        Printed asPrinted() {
            return new Printed(
                    title,
                    unit,
                    down,
                    per,
                    columns.stream().flatMap(Part::columns).toList(),
                    rows.stream().map(row -> List.of(row.strip().split(" +"))).toList());
        }

        /** Of runs: the time of a run divided by its calls belongs to a cell. A loop's belongs to a row of several. */
        Stream<Figure> figures() {
            if (per != Per.RUN) {
                return Stream.empty();
            }
            Printed printed = asPrinted();
            return printed.rows().stream()
                    .flatMap(row -> IntStream.range(0, printed.columns().size())
                            .mapToObj(i -> figure(printed.columns().get(i), row.getFirst(), row.get(i + 1))));
        }

        private Figure figure(Column column, String calls, String time) {
            BigDecimal nanos = new BigDecimal(time)
                    .movePointRight(Objects.requireNonNull(Printed.PLACES.get(unit)))
                    .divide(new BigDecimal(calls), MathContext.DECIMAL64);
            return new Figure(
                    column.workload(),
                    column.heading(),
                    column.peer(),
                    Map.of(down, Long.valueOf(calls)),
                    null,
                    nanos.doubleValue());
        }
    }

    /**
     * A column, or where {@code along} is given one for each of {@code values}, whose heading is the value unless given.
     *
     * @param peer the lab's system that is the same thing today
     */
    record Part(
            @Nullable String group,
            @Nullable String heading,
            String workload,
            @Nullable Boolean first,
            @Nullable String along,
            @Nullable List<Long> values,
            @Nullable String peer) {
        Stream<Column> columns() {
            if (along != null && values != null) {
                return values.stream()
                        .map(value -> new Column(
                                group,
                                Objects.requireNonNullElse(heading, String.valueOf(value)),
                                workload,
                                Boolean.TRUE.equals(first),
                                along,
                                value,
                                peer));
            }
            return Stream.of(new Column(
                    group,
                    Objects.requireNonNullElse(heading, ""),
                    workload,
                    Boolean.TRUE.equals(first),
                    null,
                    null,
                    peer));
        }
    }

    /**
     * One or two printed tables over the same parameter.
     *
     * @param fixed the parameters that did not vary
     * @param throughput rows of the parameter's value, each system's figure, and the difference in percent as printed
     * @param latencyNanos likewise
     */
    record Table(
            String workload,
            String param,
            Map<String, Long> fixed,
            List<SystemColumn> systems,
            @Nullable List<List<Double>> throughput,
            @Nullable List<List<Double>> latencyNanos) {

        /** At least one of them is there, with a figure for each system. */
        Table {
            if (throughput == null && latencyNanos == null) {
                throw new IllegalArgumentException(workload + ": a table needs throughput or latencyNanos");
            }
            if (throughput != null && latencyNanos != null && throughput.size() != latencyNanos.size()) {
                throw new IllegalArgumentException("%s: throughput has %d rows, and latencyNanos %d"
                        .formatted(workload, throughput.size(), latencyNanos.size()));
            }
            if (systems != null) {
                check(throughput, workload, param, systems.size());
                check(latencyNanos, workload, param, systems.size());
            }
        }

        private static void check(@Nullable List<List<Double>> rows, String workload, String param, int systems) {
            for (List<Double> row : Objects.requireNonNullElse(rows, List.<List<Double>>of())) {
                if (row.size() <= systems) {
                    throw new IllegalArgumentException(
                            "%s: the row %s has not %s and a figure for each system".formatted(workload, row, param));
                }
            }
        }

        /** Of those that are there, the first: for what all have in common. */
        List<List<Double>> any() {
            return throughput != null ? throughput : Objects.requireNonNull(latencyNanos);
        }
    }

    /**
     * Whose figures stand in a column.
     *
     * @param params what else the column is for; null where that is nothing
     */
    record SystemColumn(
            String name, @Nullable String peer, @Nullable Map<String, Long> params) {}

    /** @param sentences in which the original concluded something */
    Published of(String suite, List<String> sentences) {
        List<Figure> figures = new ArrayList<>();
        for (Table table : tables == null ? List.<Table>of() : tables) {
            for (int row = 0; row < table.any().size(); row++) {
                for (int column = 0; column < table.systems().size(); column++) {
                    figures.add(figure(table, row, column));
                }
            }
        }
        List<PrintedTable> asPrinted = printed == null ? List.of() : printed;
        asPrinted.stream().flatMap(PrintedTable::figures).forEach(figures::add);
        return new Published(
                suite,
                title,
                source,
                machine,
                method,
                notes,
                sentences,
                figures,
                asPrinted.stream().map(PrintedTable::asPrinted).toList());
    }

    private static Figure figure(Table table, int row, int column) {
        List<Double> throughput =
                table.throughput() == null ? null : table.throughput().get(row);
        List<Double> latency =
                table.latencyNanos() == null ? null : table.latencyNanos().get(row);
        Double value = table.any().get(row).getFirst();
        if (latency != null && !value.equals(latency.getFirst())) {
            throw new IllegalArgumentException("%s: row %d is for %s in one table and for %s in the other"
                    .formatted(table.workload(), row + 1, value, latency.getFirst()));
        }
        Map<String, Long> params = new LinkedHashMap<>();
        params.put(table.param(), value.longValue());
        params.putAll(table.fixed());
        SystemColumn system = table.systems().get(column);
        params.putAll(Objects.requireNonNullElse(system.params(), Map.of()));
        return new Figure(
                table.workload(),
                system.name(),
                system.peer(),
                params,
                throughput == null ? null : throughput.get(column + 1),
                latency == null ? null : latency.get(column + 1));
    }
}
