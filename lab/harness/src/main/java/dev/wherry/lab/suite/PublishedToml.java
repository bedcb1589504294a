package dev.wherry.lab.suite;

import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Printed.Column;
import dev.wherry.lab.results.Printed.Per;
import dev.wherry.lab.results.Published;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The layout of {@code published.toml}: the tables as they were printed, digit by digit. */
record PublishedToml(
        String title,
        String source,
        String machine,
        String method,
        List<String> notes,
        @EmptyIfAbsent List<Table> printed) {
    /**
     * A table.
     *
     * @param rows as printed, with blanks between the figures
     */
    record Table(
            String title,
            String unit,
            String down,
            Per per,
            @EmptyIfAbsent Map<String, Long> fixed,
            List<Part> columns,
            List<String> rows) {
        Table {
            if ((per == Per.CALL || per == Per.RUN) && !Printed.PLACES.containsKey(unit)) {
                throw new IllegalArgumentException(
                        "%s: the unit is seconds or milliseconds, and not %s".formatted(title, unit));
            }
        }

        Printed printed() {
            return new Printed(
                    title,
                    unit,
                    down,
                    per,
                    fixed,
                    columns.stream().flatMap(Part::columns).toList(),
                    rows.stream().map(row -> List.of(row.strip().split(" +"))).toList());
        }
    }

    /**
     * A column, or one for each of {@code values} of the parameter {@code along}, whose heading is the value by default.
     *
     * @param peer the lab's system that is the same today
     */
    record Part(
            @Nullable String group,
            @Nullable String heading,
            String workload,
            @EmptyIfAbsent boolean first,
            @Nullable String along,
            @Nullable List<Long> values,
            @Nullable String peer) {
        Stream<Column> columns() {
            return along == null || values == null
                    ? Stream.of(column("", null))
                    : values.stream().map(value -> column(String.valueOf(value), value));
        }

        private Column column(String otherwise, @Nullable Long value) {
            return new Column(
                    group,
                    Objects.requireNonNullElse(heading, otherwise),
                    workload,
                    first,
                    value == null ? null : along,
                    value,
                    peer);
        }
    }

    /** @param sentences in which the original concluded something */
    Published of(String suite, List<String> sentences) {
        List<Printed> tables = printed.stream().map(Table::printed).toList();
        return new Published(suite, title, source, machine, method, notes, sentences, tables);
    }
}
