package dev.wherry.lab;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Comparison.Ratio;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.OpenLoop;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import dev.wherry.lab.results.WarmUp;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** A cell in one line of text. */
final class CellLine {
    private CellLine() {}

    static String of(Absent absent) {
        return "%s: %s: %s; to install: %s"
                .formatted(absent.status(), absent.system(), absent.probe(), absent.install());
    }

    static String of(Cell cell) {
        String what = "%-13s %s %s%s"
                .formatted(
                        cell.system(),
                        cell.workload(),
                        Parameters.words(cell.params()),
                        cell.ordinaryCall() == null ? "" : ", ordinary call");
        if (cell.verdict() != Verdict.MEASURED) {
            return "%s  %s".formatted(what, cell.fate());
        }
        if (cell.smoke()) {
            // So few calls in a cold machine say that it works, and nothing of how fast.
            return "%s  %d calls answered rightly"
                    .formatted(
                            what, cell.rounds().stream().mapToLong(Round::calls).sum());
        }
        boolean start = Parameters.startsProcesses(cell.params());
        OpenLoop loop = cell.openLoop();
        return what
                + (start ? start(cell) : loop == null ? calls(cell) : offered(cell, loop))
                + cell.vsBaseline().stream()
                        .map(each ->
                                ratio(start || loop != null ? each.p50() : each.callsPerSecond(), each.system(), cell))
                        .collect(Collectors.joining())
                + stability(cell)
                + (cell.capped() ? "  (capped)" : "")
                + (cell.saturated() ? "  (saturated)" : "")
                + (cell.timer() == null
                        ? ""
                        : "  (waits for %s)".formatted(cell.timer().text()));
    }

    private static String start(Cell cell) {
        return String.format(
                Locale.ROOT,
                "  %.0f ms from the start of its JVM to its first answer",
                cell.median(round -> round.latencyNanos().p50()).orElse(Double.NaN) / 1e6);
    }

    private static String calls(Cell cell) {
        return String.format(
                Locale.ROOT,
                "  %.0f calls/s  p50 %.1f µs  p99 %.1f µs",
                cell.median(Round::callsPerSecond).orElse(Double.NaN),
                micros(cell, LatencyNanos::p50),
                micros(cell, LatencyNanos::p99));
    }

    private static String offered(Cell cell, OpenLoop loop) {
        return String.format(
                Locale.ROOT,
                "  %.0f of %d calls/s  p50 %.1f µs  p99 %.1f µs  p99.9 %.1f µs  max %.1f µs",
                loop.achievedCallsPerSecond(),
                loop.offeredCallsPerSecond(),
                micros(cell, LatencyNanos::p50),
                micros(cell, LatencyNanos::p99),
                micros(cell, LatencyNanos::p999),
                micros(cell, LatencyNanos::max));
    }

    private static double micros(Cell cell, ToLongFunction<LatencyNanos> figure) {
        return cell.median(round -> figure.applyAsLong(round.latencyNanos())).orElse(Double.NaN) / 1e3;
    }

    private static String ratio(Ratio ratio, String system, Cell cell) {
        Difference difference = ratio.difference();
        return String.format(
                Locale.ROOT,
                "  %.2fx %s%s%s",
                ratio.medians(),
                system,
                cell.sharesMemory() ? ", same host" : "",
                difference.found() ? "" : difference.couldBeFound() ? " (no difference)" : " (too few rounds)");
    }

    private static String stability(Cell cell) {
        WarmUp warmUp = cell.warmUp();
        return warmUp != null && cell.neverStable()
                ? String.format(
                        Locale.ROOT,
                        warmUp.jittered() ? "  (unsteady, after %.0f s)" : "  (not stable after %.0f s)",
                        warmUp.seconds())
                : "";
    }
}
