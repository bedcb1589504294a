package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Round.Lateness;
import dev.wherry.lab.results.Spread;
import dev.wherry.lab.results.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** A figure of a cell in the report: the median over its rounds, in the unit of the page. */
enum Measure {
    CALLS("Throughput, all callers together", "calls/s", "calls/s", Ratio.RATE, Round::callsPerSecond),
    PER_CALLER("Throughput of one caller", "calls/s per caller", "calls/s per caller", Round::perThreadCallsPerSecond),
    DONE("Throughput until all that calls began had come to its end", "done/s", "calls/s", Measure::done),
    P50(
            "Latency, median",
            "p50 µs",
            "µs",
            Ratio.P50,
            round -> round.latencyNanos().p50() / 1e3),
    P99("Latency, 99th percentile", "p99 µs", LatencyNanos::p99),
    P999("Latency, 99.9th percentile", "p99.9 µs", LatencyNanos::p999),
    DEVIATION("Latency, standard deviation", "std dev µs", LatencyNanos::stddev),
    JITTER("Jitter: mean difference of neighbouring calls", "jitter µs", "µs", round -> over(1e3, round.jitterNanos())),
    CPU("CPU time per call, both ends", "CPU µs/call", "µs", round -> over(1e3, round.cpuNanosPerCall())),
    ALLOCATED("Heap per call, both ends", "heap B/call", "bytes", round -> over(1, round.allocatedBytesPerCall())),
    CLASSES(
            "Classes that came to the server, which it lacked",
            "classes",
            "classes",
            round -> over(1, round.classesReceived())),
    WIRE("Bytes on the wire per call", "wire B/call", "bytes", round -> over(1, round.wireBytesPerCall())),
    MEAN("Latency, mean", "mean ns", "ns", round -> round.latencyNanos().mean()),
    ACHIEVED("Throughput at the offered rate", "achieved/s", "calls/s", Round::callsPerSecond),
    DUE_P50(
            "Latency from the moment at which a call was due, median",
            "p50 µs",
            "µs",
            Ratio.P50,
            round -> round.latencyNanos().p50() / 1e3),
    DUE_P90("Latency from the moment at which a call was due, 90th percentile", "p90 µs", LatencyNanos::p90),
    DUE_P99("Latency from the moment at which a call was due, 99th percentile", "p99 µs", LatencyNanos::p99),
    DUE_P999("Latency from the moment at which a call was due, 99.9th percentile", "p99.9 µs", LatencyNanos::p999),
    DUE_MAX("Latency from the moment at which a call was due, the longest", "max µs", LatencyNanos::max),
    LATE(
            "How late callers went on who had waited for a call to be due, 99th percentile",
            "late p99 µs",
            "µs",
            Measure::late),
    START(
            "From the start of the client's JVM to its first answer",
            "JVM start to first answer, ms",
            "ms",
            Ratio.TIME,
            round -> round.latencyNanos().p50() / 1e6),
    SLOWEST_START(
            "From the start of the client's JVM to its first answer, the slowest of a round",
            "slowest, ms",
            "ms",
            round -> round.latencyNanos().max() / 1e6),
    CPU_OF_START("CPU time per start, both ends", "CPU ms/start", "ms", round -> over(1e6, round.cpuNanosPerCall()));

    private static final List<Measure> OF_CALLS =
            List.of(CALLS, PER_CALLER, DONE, P50, P99, P999, DEVIATION, JITTER, CPU, ALLOCATED, CLASSES, WIRE);
    private static final List<Measure> OF_OPEN_LOOPS =
            List.of(ACHIEVED, DUE_P50, DUE_P90, DUE_P99, DUE_P999, DUE_MAX, LATE, CPU, ALLOCATED, CLASSES, WIRE);
    private static final List<Measure> OF_STARTS = List.of(START, SLOWEST_START, CPU_OF_START, CLASSES);
    private static final List<Measure> BRIEF = List.of(CALLS, P50, P99, ACHIEVED, DUE_P50, DUE_P99, START);

    /** A measure's place in a comparison with the baseline. */
    enum Ratio {
        RATE("rate"),
        P50("p50"),
        TIME("time");

        final String title;

        Ratio(String title) {
            this.title = title;
        }

        Comparison.Ratio of(Comparison comparison) {
            return this == RATE ? comparison.callsPerSecond() : comparison.p50();
        }
    }

    final String title;
    final String column;
    final String unit;
    final @Nullable Ratio ratio;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without captures
    private final Function<Round, @Nullable Double> figure;

    Measure(String title, String column, String unit, @Nullable Ratio ratio, Function<Round, @Nullable Double> figure) {
        this.title = title;
        this.column = column;
        this.unit = unit;
        this.ratio = ratio;
        this.figure = figure;
    }

    Measure(String title, String column, String unit, Function<Round, @Nullable Double> figure) {
        this(title, column, unit, null, figure);
    }

    Measure(String title, String column, ToDoubleFunction<LatencyNanos> nanos) {
        this(title, column, "µs", round -> nanos.applyAsDouble(round.latencyNanos()) / 1e3);
    }

    /** Returns the measures of cells with these parameters, the most important first. */
    static List<Measure> of(Map<String, Long> params) {
        if (Parameters.startsProcesses(params)) {
            return OF_STARTS;
        }
        return Parameters.rate(params).isPresent() ? OF_OPEN_LOOPS : OF_CALLS;
    }

    /** Returns the few of these that a line of text has. */
    static List<Measure> brief(Map<String, Long> params) {
        return of(params).stream().filter(BRIEF::contains).toList();
    }

    /** Returns the most important measure that is compared with the baseline. */
    static Measure headline(Map<String, Long> params) {
        return of(params).stream()
                .filter(measure -> measure.ratio != null)
                .findFirst()
                .orElseThrow();
    }

    /** Returns whether it describes the spread of one caller's calls, which means nothing with several callers. */
    boolean isOfOneCaller() {
        return this == P999 || this == DEVIATION || this == JITTER;
    }

    boolean isPlotted() {
        return this != ALLOCATED && this != CLASSES && this != WIRE && this != DEVIATION && this != LATE;
    }

    boolean moreIsBetter() {
        return this == CALLS || this == PER_CALLER || this == DONE || this == ACHIEVED;
    }

    String direction() {
        return moreIsBetter() ? "more is better" : "less is better";
    }

    Difference difference(Cell one, Cell other) {
        return Difference.of(values(one).boxed().toList(), values(other).boxed().toList());
    }

    OptionalDouble median(Cell cell) {
        return Statistics.median(values(cell));
    }

    @Nullable
    Spread spread(Cell cell) {
        return Statistics.spread(values(cell));
    }

    private DoubleStream values(Cell cell) {
        return cell.rounds().stream().map(figure).filter(Objects::nonNull).mapToDouble(Double::doubleValue);
    }

    private static @Nullable Double done(Round round) {
        Double seconds = round.doneSeconds();
        return seconds == null || seconds <= 0 ? null : round.calls() / seconds;
    }

    private static @Nullable Double late(Round round) {
        Lateness late = round.lateNanos();
        return late == null ? null : late.p99() / 1e3;
    }

    private static @Nullable Double over(double unit, @Nullable Number figure) {
        return figure == null ? null : figure.doubleValue() / unit;
    }
}
