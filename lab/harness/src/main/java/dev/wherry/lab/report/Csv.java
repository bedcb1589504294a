package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results as RFC 4180 text: a line for every round, and one for every cell that has none. The page's script makes the same
 * text from the results that it holds, with {@link #COLUMNS}.
 */
final class Csv {
    /** Each column's name, and where its value is in the JSON of a line's cell and round. */
    static final List<List<String>> COLUMNS = Stream.of(
                    "suite /cell/suite",
                    "workload /cell/workload",
                    "system /cell/system",
                    "ordinaryCall /cell/ordinaryCall",
                    "params /cell/params",
                    "transport /cell/transport",
                    "serializer /cell/serializer",
                    "placement /cell/placement",
                    "mode /cell/mode",
                    "versions /cell/versions",
                    "jvmFlags /cell/jvmFlags",
                    "verdict /cell/verdict",
                    "reason /cell/reason",
                    "round /round/round",
                    "calls /round/calls",
                    "seconds /round/seconds",
                    "callsPerSecond /round/callsPerSecond",
                    "perThreadCallsPerSecond /round/perThreadCallsPerSecond",
                    "latencyMinNanos /round/latencyNanos/min",
                    "latencyP50Nanos /round/latencyNanos/p50",
                    "latencyP90Nanos /round/latencyNanos/p90",
                    "latencyP99Nanos /round/latencyNanos/p99",
                    "latencyP999Nanos /round/latencyNanos/p999",
                    "latencyMaxNanos /round/latencyNanos/max",
                    "latencyMeanNanos /round/latencyNanos/mean",
                    "latencyStddevNanos /round/latencyNanos/stddev",
                    "cpuNanosPerCall /round/cpuNanosPerCall",
                    "allocatedBytesPerCall /round/allocatedBytesPerCall",
                    "wireBytesPerCall /round/wireBytesPerCall",
                    "failed /round/failed",
                    "missing /round/missing",
                    "duplicates /round/duplicates",
                    "firstFailure /round/firstFailure",
                    "carried /round/carried",
                    "classesReceived /round/classesReceived",
                    "capped /round/capped",
                    "doneSeconds /round/doneSeconds",
                    "jitterNanos /round/jitterNanos",
                    "offeredCallsPerSecond /cell/openLoop/offeredCallsPerSecond",
                    "saturated /cell/openLoop/saturated",
                    "lateP50Nanos /round/lateNanos/p50",
                    "lateP99Nanos /round/lateNanos/p99")
            .map(column -> List.of(column.split(" ", 2)))
            .toList();

    private Csv() {}

    /** A round of a cell; null if the cell has none. */
    private record Line(Cell cell, @Nullable Round round) {}

    static String of(Results results) {
        Stream<String> header = Stream.of(COLUMNS.stream().map(List::getFirst).collect(Collectors.joining(",")));
        return Stream.concat(
                        header, results.cells().stream().flatMap(Csv::lines).map(Csv::text))
                .map(line -> line + "\r\n")
                .collect(Collectors.joining());
    }

    private static Stream<Line> lines(Cell cell) {
        return cell.rounds().isEmpty()
                ? Stream.of(new Line(cell, null))
                : cell.rounds().stream().map(round -> new Line(cell, round));
    }

    private static String text(Line line) {
        JsonNode tree = JsonMapper.shared().valueToTree(line);
        return COLUMNS.stream().map(column -> text(tree.at(column.getLast()))).collect(Collectors.joining(","));
    }

    private static String text(JsonNode value) {
        if (value.isString()) {
            return quoted(value.asString());
        }
        if (value.isArray()) {
            return quoted(value.values().stream().map(JsonNode::asString).collect(Collectors.joining(" ")));
        }
        if (value.isObject()) {
            return quoted(value.properties().stream()
                    .map(each -> each.getKey() + " " + each.getValue().asString())
                    .collect(Collectors.joining("; ")));
        }
        return value.isMissingNode() || value.isNull()
                ? ""
                : value.isNumber() ? plain(value.decimalValue()) : value.asString();
    }

    /** Returns the number as JavaScript writes it. */
    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /** Quotes a text. A spreadsheet must not read it as a formula. */
    private static String quoted(String text) {
        boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        return '"' + (formula ? "'" : "") + text.replace("\"", "\"\"") + '"';
    }
}
