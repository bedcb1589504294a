package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.Lateness;
import dev.wherry.lab.results.OpenLoop;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The results as RFC 4180 text: a line for every round, and one for every cell that has none. */
final class Csv {
    private static final String HEADER =
            "suite,workload,system,ordinaryCall,params,transport,serializer,placement,mode,verdict,reason,"
                    + "round,calls,seconds,callsPerSecond,perThreadCallsPerSecond,latencyMinNanos,latencyP50Nanos,latencyP90Nanos,"
                    + "latencyP99Nanos,latencyP999Nanos,latencyMaxNanos,latencyMeanNanos,latencyStddevNanos,cpuNanosPerCall,"
                    + "allocatedBytesPerCall,wireBytesPerCall,failed,missing,duplicates,carried,classesReceived,"
                    + "capped,doneSeconds,jitterNanos,offeredCallsPerSecond,saturated,lateP50Nanos,lateP99Nanos\r\n";
    private static final int COLUMNS_OF_ROUND = 28;

    private Csv() {}

    static String of(Results results) {
        return results.cells().stream().flatMap(Csv::lines).collect(Collectors.joining("", HEADER, ""));
    }

    private static Stream<String> lines(Cell cell) {
        String[] what = {
            cell.suite(),
            cell.workload(),
            cell.system(),
            Objects.requireNonNullElse(cell.ordinaryCall(), ""),
            Work.label(cell.params()),
            cell.transport(),
            cell.serializer(),
            cell.placement(),
            cell.mode(),
            cell.verdict().label(),
            Objects.requireNonNullElse(cell.reason(), "")
        };
        String start = Arrays.stream(what).map(Csv::text).collect(Collectors.joining(","));
        return cell.rounds().isEmpty()
                ? Stream.of(start + ",".repeat(COLUMNS_OF_ROUND) + "\r\n")
                : cell.rounds().stream().map(round -> start + "," + figures(cell, round) + "\r\n");
    }

    private static String figures(Cell cell, Round round) {
        LatencyNanos latency = round.latencyNanos();
        OpenLoop loop = cell.openLoop();
        Lateness late = round.lateNanos();
        return Stream.<@Nullable Object>of(
                        round.round(),
                        round.calls(),
                        round.seconds(),
                        round.callsPerSecond(),
                        round.perThreadCallsPerSecond(),
                        latency.min(),
                        latency.p50(),
                        latency.p90(),
                        latency.p99(),
                        latency.p999(),
                        latency.max(),
                        latency.mean(),
                        latency.stddev(),
                        round.cpuNanosPerCall(),
                        round.allocatedBytesPerCall(),
                        round.wireBytesPerCall(),
                        round.failed(),
                        round.missing(),
                        round.duplicates(),
                        round.carried() == null ? null : text(round.carried().toString()),
                        round.classesReceived(),
                        round.capped(),
                        round.doneSeconds(),
                        round.jitterNanos(),
                        loop == null ? null : loop.offeredCallsPerSecond(),
                        loop == null ? null : loop.saturated(),
                        late == null ? null : late.p50(),
                        late == null ? null : late.p99())
                .map(figure -> figure == null ? "" : figure.toString())
                .collect(Collectors.joining(","));
    }

    /** Quoted, and disarmed where a spreadsheet would take it for a formula. */
    private static String text(String text) {
        boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        return '"' + (formula ? "'" : "") + text.replace("\"", "\"\"") + '"';
    }
}
