package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.Lateness;
import dev.wherry.lab.results.OpenLoop;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The results as RFC 4180 text: a line for every round, and one for every cell that has none. */
final class Csv {
    private static final List<Column> COLUMNS = List.of(
            ofCell("suite", Cell::suite),
            ofCell("workload", Cell::workload),
            ofCell("system", Cell::system),
            ofCell("ordinaryCall", cell -> Objects.requireNonNullElse(cell.ordinaryCall(), "")),
            ofCell("params", cell -> Parameters.label(cell.params())),
            ofCell("transport", Cell::transport),
            ofCell("serializer", Cell::serializer),
            ofCell("placement", Cell::placement),
            ofCell("mode", Cell::mode),
            ofCell("versions", cell -> String.join("; ", cell.versionTexts())),
            ofCell("jvmFlags", cell -> String.join(" ", cell.jvmFlags())),
            ofCell("verdict", cell -> cell.verdict().label()),
            ofCell("reason", cell -> Objects.requireNonNullElse(cell.reason(), "")),
            ofRound("round", Round::round),
            ofRound("calls", Round::calls),
            ofRound("seconds", Round::seconds),
            ofRound("callsPerSecond", Round::callsPerSecond),
            ofRound("perThreadCallsPerSecond", Round::perThreadCallsPerSecond),
            ofLatency("latencyMinNanos", LatencyNanos::min),
            ofLatency("latencyP50Nanos", LatencyNanos::p50),
            ofLatency("latencyP90Nanos", LatencyNanos::p90),
            ofLatency("latencyP99Nanos", LatencyNanos::p99),
            ofLatency("latencyP999Nanos", LatencyNanos::p999),
            ofLatency("latencyMaxNanos", LatencyNanos::max),
            ofLatency("latencyMeanNanos", LatencyNanos::mean),
            ofLatency("latencyStddevNanos", LatencyNanos::stddev),
            ofRound("cpuNanosPerCall", Round::cpuNanosPerCall),
            ofRound("allocatedBytesPerCall", Round::allocatedBytesPerCall),
            ofRound("wireBytesPerCall", Round::wireBytesPerCall),
            ofRound("failed", Round::failed),
            ofRound("missing", Round::missing),
            ofRound("duplicates", Round::duplicates),
            ofRound("firstFailure", Round::firstFailure),
            ofRound("carried", round -> round.carried() == null ? null : String.valueOf(round.carried())),
            ofRound("classesReceived", Round::classesReceived),
            ofRound("capped", Round::capped),
            ofRound("doneSeconds", Round::doneSeconds),
            ofRound("jitterNanos", Round::jitterNanos),
            ofLoop("offeredCallsPerSecond", OpenLoop::offeredCallsPerSecond),
            ofLoop("saturated", OpenLoop::saturated),
            ofLateness("lateP50Nanos", Lateness::p50),
            ofLateness("lateP99Nanos", Lateness::p99));

    private Csv() {}

    /** What a line is about: a round of a cell, or one that has none. */
    private record Line(Cell cell, @Nullable Round round) {}

    /** Its name, and what stands in it; null for nothing. */
    private record Column(String name, Function<Line, @Nullable Object> value) {}

    private static Column ofCell(String name, Function<Cell, Object> value) {
        return new Column(name, line -> value.apply(line.cell()));
    }

    private static Column ofRound(String name, Function<Round, @Nullable Object> value) {
        return new Column(name, line -> line.round() == null ? null : value.apply(line.round()));
    }

    private static Column ofLatency(String name, Function<LatencyNanos, Object> value) {
        return ofRound(name, round -> value.apply(round.latencyNanos()));
    }

    private static Column ofLateness(String name, Function<Lateness, Object> value) {
        return ofRound(name, round -> round.lateNanos() == null ? null : value.apply(round.lateNanos()));
    }

    private static Column ofLoop(String name, Function<OpenLoop, Object> value) {
        return new Column(name, line -> {
            OpenLoop loop = line.cell().openLoop();
            return loop == null ? null : value.apply(loop);
        });
    }

    static String of(Results results) {
        Stream<String> header =
                Stream.of(COLUMNS.stream().map(Column::name).collect(Collectors.joining(",", "", "\r\n")));
        return Stream.concat(
                        header, results.cells().stream().flatMap(Csv::lines).map(Csv::text))
                .collect(Collectors.joining());
    }

    private static Stream<Line> lines(Cell cell) {
        return cell.rounds().isEmpty()
                ? Stream.of(new Line(cell, null))
                : cell.rounds().stream().map(round -> new Line(cell, round));
    }

    private static String text(Line line) {
        return COLUMNS.stream()
                .map(column -> written(column.value().apply(line)))
                .collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String written(@Nullable Object value) {
        return value instanceof String text ? quoted(text) : value == null ? "" : value.toString();
    }

    /** Disarmed where a spreadsheet would take it for a formula. */
    private static String quoted(String text) {
        boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        return '"' + (formula ? "'" : "") + text.replace("\"", "\"\"") + '"';
    }
}
