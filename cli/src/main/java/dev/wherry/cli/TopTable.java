package dev.wherry.cli;

import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.MethodStatistics;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.ColorScheme;

/**
 * The statistics of an endpoint as a table that fits on the screen. A narrow table lacks the least important columns, and a
 * short one the last methods.
 *
 * @param now since the endpoint was created
 * @param lately in the interval
 */
record TopTable(String address, EndpointStatistics now, EndpointStatistics lately, Order order) {
    private static final int LEAST_METHOD = 23;
    private static final int SPACE = 2;
    /** The least time that a rate is of. */
    private static final double NANOSECOND = 1e-9;

    private static final double PERCENT = 100;

    /** @param wanted the column with the greatest number is left out first */
    private record Column(String title, int width, int wanted, Function<Row, String> text) {}

    private record Row(MethodStatistics total, MethodStatistics lately, double seconds) {
        String rate(long count) {
            return Amounts.number(count / seconds);
        }

        String percentile(double share) {
            return lately.calls() == 0 ? "-" : Amounts.time(lately.times().percentile(share));
        }

        String part(long calls) {
            return calls == 0 ? "-" : Math.round(PERCENT * calls / Math.max(1, lately.calls())) + "%";
        }

        /** Returns the mode of most calls, for a table without columns for the share of each. */
        String mode() {
            Map<String, Long> calls = Map.of(
                    "lane", lately.onLanes(),
                    "mem", lately.onMemory(),
                    "loop", lately.onLoops(),
                    "thrd", lately.onThreads());
            return lately.calls() == 0
                    ? "-"
                    : Collections.max(calls.entrySet(), Map.Entry.comparingByValue())
                            .getKey();
        }
    }

    private static final List<Column> COLUMNS = List.of(
            new Column("CALLS/S", 7, 0, row -> row.rate(row.lately.calls())),
            new Column("FAILED", 6, 6, row -> Amounts.number(row.total.failures())),
            new Column("NOW", 5, 7, row -> Amounts.number(row.total.running())),
            new Column("P50", 7, 1, row -> row.percentile(0.5)),
            new Column("P90", 7, 9, row -> row.percentile(0.9)),
            new Column("P99", 7, 2, row -> row.percentile(0.99)),
            new Column("MAX", 7, 8, row -> row.percentile(1)),
            new Column("IN/S", 6, 4, row -> row.rate(row.lately.bytesIn())),
            new Column("OUT/S", 6, 5, row -> row.rate(row.lately.bytesOut())),
            new Column("MODE", 4, 3, Row::mode),
            new Column("LANE", 4, 10, row -> row.part(row.lately.onLanes())),
            new Column("MEM", 4, 11, row -> row.part(row.lately.onMemory())),
            new Column("LOOP", 4, 12, row -> row.part(row.lately.onLoops())),
            new Column("THRD", 4, 13, row -> row.part(row.lately.onThreads())),
            new Column("TOTAL", 6, 14, row -> Amounts.number(row.total.calls())));

    private double seconds() {
        return Math.max(NANOSECOND, Amounts.seconds(lately.uptime()));
    }

    /** Returns the methods in the order of the table. */
    List<MethodStatistics> sorted() {
        return lately.methods().stream().sorted(order.greatestFirst()).toList();
    }

    List<String> lines(Screen.Size size, ColorScheme colors) {
        List<Column> columns = fitting(size.columns());
        int wide = size.columns()
                - columns.stream().mapToInt(each -> each.width + SPACE).sum();
        List<String> lines = new ArrayList<>();
        lines.add(cut(head(), size.columns()));
        lines.add(cut(connections(), size.columns()));
        lines.add(cut(calls(), size.columns()));
        lines.add("");
        lines.add(colors.commandText(line("METHOD", columns.stream().map(Column::title), columns, wide))
                .toString());
        Map<String, MethodStatistics> totals =
                now.methods().stream().collect(Collectors.toMap(TopTable::key, Function.identity(), (a, b) -> b));
        for (MethodStatistics method : sorted()) {
            Row row = new Row(totals.getOrDefault(key(method), method), method, seconds());
            lines.add(line(name(method), columns.stream().map(each -> each.text.apply(row)), columns, wide));
        }
        if (now.methods().isEmpty()) {
            lines.add("No method has been called yet");
        }
        return lines.size() <= size.rows() ? lines : lines.subList(0, Math.max(1, size.rows()));
    }

    private String head() {
        long calls =
                lately.methods().stream().mapToLong(MethodStatistics::calls).sum();
        return "%s, up %s: %s calls/s"
                .formatted(Plain.line(address), Amounts.age(now.uptime()), Amounts.number(calls / seconds()));
    }

    private String connections() {
        return "sessions %d, lanes %d (%d over memory), exports %d"
                .formatted(now.sessions(), now.lanes(), now.memoryLanes(), now.exports());
    }

    private String calls() {
        long refused =
                lately.refused().values().stream().mapToLong(each -> each).sum();
        return "calls in %d (%d waiting%s), out %d%s, unsent %s bytes"
                .formatted(
                        now.callsIn(),
                        now.callsWaiting(),
                        refused == 0 ? "" : ", " + Amounts.number(refused / seconds()) + "/s refused",
                        now.callsOut(),
                        again(),
                        Amounts.number(now.unsentBytes()));
    }

    /** Calls that the endpoint makes more than once; empty if there are none. */
    private String again() {
        List<String> kinds = new ArrayList<>();
        if (lately.callsRepeated() > 0) {
            kinds.add(Amounts.number(lately.callsRepeated() / seconds()) + "/s made again");
        }
        if (lately.callsHedged() > 0) {
            kinds.add(Amounts.number(lately.callsHedged() / seconds()) + "/s hedged");
        }
        return kinds.isEmpty() ? "" : " (" + String.join(", ", kinds) + ")";
    }

    private static List<Column> fitting(int width) {
        List<Column> columns = new ArrayList<>(COLUMNS);
        while (!columns.isEmpty()
                && columns.stream().mapToInt(each -> each.width + SPACE).sum() + LEAST_METHOD > width) {
            columns.stream().max(Comparator.comparingInt(Column::wanted)).ifPresent(columns::remove);
        }
        return columns;
    }

    private static String line(String first, Stream<String> cells, List<Column> columns, int wide) {
        StringBuilder line = new StringBuilder(cut(first, wide));
        line.repeat(' ', Math.max(0, wide - line.length()));
        List<String> texts = cells.toList();
        for (int i = 0; i < texts.size(); i++) {
            line.repeat(
                            ' ',
                            Math.max(
                                    1,
                                    SPACE + columns.get(i).width - texts.get(i).length()))
                    .append(texts.get(i));
        }
        return line.toString();
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "~";
    }

    private static String key(MethodStatistics method) {
        return method.type() + "." + method.method();
    }

    /** {@code Bank.balance(String)}. */
    static String name(MethodStatistics method) {
        String type = method.type().substring(method.type().lastIndexOf('.') + 1);
        int open = method.method().indexOf('(');
        String text = key(method);
        if (open > 0) {
            try {
                text = type + "." + method.method().substring(0, open)
                        + MethodTypeDesc.ofDescriptor(method.method().substring(open)).parameterList().stream()
                                .map(ClassDesc::displayName)
                                .collect(Collectors.joining(",", "(", ")"));
            } catch (IllegalArgumentException e) {
                text = key(method); // not a descriptor: shown as it is
            }
        }
        return Plain.line(text);
    }
}
