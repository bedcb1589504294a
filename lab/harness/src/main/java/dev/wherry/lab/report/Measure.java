package dev.wherry.lab.report;

import dev.wherry.lab.results.Callers;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Lateness;
import dev.wherry.lab.results.OfferedRate;
import dev.wherry.lab.results.Round;
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

/** What the report tells of a cell, each the median over its rounds, in the unit that it is shown in. */
enum Measure {
    CALLS("Throughput, all callers together", "calls/s", "calls/s", Ratio.RATE, round -> round.callsPerSecond()),
    PER_CALLER(
            "Throughput of one caller",
            "calls/s per caller",
            "calls/s per caller",
            null,
            round -> round.perThreadCallsPerSecond()),
    DONE("Throughput until all that calls began had come to its end", "done/s", "calls/s", null, Measure::done),
    P50(
            "Latency, median",
            "p50 µs",
            "µs",
            Ratio.P50,
            round -> micros(round.latencyNanos().p50())),
    P99(
            "Latency, 99th percentile",
            "p99 µs",
            "µs",
            null,
            round -> micros(round.latencyNanos().p99())),
    P999(
            "Latency, 99.9th percentile",
            "p99.9 µs",
            "µs",
            null,
            round -> micros(round.latencyNanos().p999())),
    DEVIATION(
            "Latency, standard deviation",
            "std dev µs",
            "µs",
            null,
            round -> round.latencyNanos().stddev() / 1000),
    JITTER("Jitter: mean difference of neighbouring calls", "jitter µs", "µs", null, Measure::jitter),
    CPU("CPU time per call, both ends", "CPU µs/call", "µs", null, round -> micros(round.cpuNanosPerCall())),
    ALLOCATED("Heap per call, both ends", "heap B/call", "bytes", null, round -> plain(round.allocatedBytesPerCall())),
    CLASSES(
            "Classes that came to the server, which it lacked",
            "classes",
            "classes",
            null,
            round -> plain(round.classesReceived())),
    WIRE("Bytes on the wire per call", "wire B/call", "bytes", null, round -> plain(round.wireBytesPerCall())),
    MEAN("Latency, mean", "mean ns", "ns", null, round -> round.latencyNanos().mean()),
    ACHIEVED("Throughput at the offered rate", "achieved/s", "calls/s", null, round -> round.callsPerSecond()),
    DUE_P50(
            "Latency from the moment at which a call was due, median",
            "p50 µs",
            "µs",
            Ratio.P50,
            round -> micros(round.latencyNanos().p50())),
    DUE_P90(
            "Latency from the moment at which a call was due, 90th percentile",
            "p90 µs",
            "µs",
            null,
            round -> micros(round.latencyNanos().p90())),
    DUE_P99(
            "Latency from the moment at which a call was due, 99th percentile",
            "p99 µs",
            "µs",
            null,
            round -> micros(round.latencyNanos().p99())),
    DUE_P999(
            "Latency from the moment at which a call was due, 99.9th percentile",
            "p99.9 µs",
            "µs",
            null,
            round -> micros(round.latencyNanos().p999())),
    DUE_MAX(
            "Latency from the moment at which a call was due, the longest",
            "max µs",
            "µs",
            null,
            round -> micros(round.latencyNanos().max())),
    LATE(
            "How late callers went on who had waited for a call to be due, 99th percentile",
            "late p99 µs",
            "µs",
            null,
            Measure::late),
    START(
            "From the start of the client's JVM to its first answer",
            "JVM start to first answer, ms",
            "ms",
            Ratio.TIME,
            round -> millis(round.latencyNanos().p50())),
    SLOWEST_START(
            "From the start of the client's JVM to its first answer, the slowest of a round",
            "slowest, ms",
            "ms",
            null,
            round -> millis(round.latencyNanos().max())),
    CPU_OF_START("CPU time per start, both ends", "CPU ms/start", "ms", null, round -> millis(round.cpuNanosPerCall()));

    private static final List<Measure> OF_CALLS =
            List.of(CALLS, PER_CALLER, DONE, P50, P99, P999, DEVIATION, JITTER, CPU, ALLOCATED, CLASSES, WIRE);
    private static final List<Measure> OF_OPEN_LOOPS =
            List.of(ACHIEVED, DUE_P50, DUE_P90, DUE_P99, DUE_P999, DUE_MAX, LATE, CPU, ALLOCATED, CLASSES, WIRE);
    private static final List<Measure> OF_STARTS = List.of(START, SLOWEST_START, CPU_OF_START, CLASSES);

    /** A measure's place in a comparison with the baseline. */
    enum Ratio {
        RATE(
                "rate",
                Comparison::callsPerSecond,
                Comparison::callsPerSecondSpread,
                Comparison::callsPerSecondDifference),
        P50("p50", Comparison::p50, Comparison::p50Spread, Comparison::p50Difference),
        TIME("time", Comparison::p50, Comparison::p50Spread, Comparison::p50Difference);

        final String title;

        @SuppressWarnings("ImmutableEnumChecker") // a method reference
        private final ToDoubleFunction<Comparison> ratio;

        @SuppressWarnings("ImmutableEnumChecker") // a method reference
        private final Function<Comparison, Spread> spread;

        @SuppressWarnings("ImmutableEnumChecker") // a method reference
        private final Function<Comparison, @Nullable Difference> difference;

        Ratio(
                String title,
                ToDoubleFunction<Comparison> ratio,
                Function<Comparison, Spread> spread,
                Function<Comparison, @Nullable Difference> difference) {
            this.title = title;
            this.ratio = ratio;
            this.spread = spread;
            this.difference = difference;
        }

        double of(Comparison comparison) {
            return ratio.applyAsDouble(comparison);
        }

        Spread spread(Comparison comparison) {
            return spread.apply(comparison);
        }

        /** Null where nobody tested it. */
        @Nullable
        Difference difference(Comparison comparison) {
            return difference.apply(comparison);
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

    /** What is told of cells with these parameters, the most important first. */
    static List<Measure> of(Map<String, Long> params) {
        if (Callers.areProcesses(params)) {
            return OF_STARTS;
        }
        return OfferedRate.of(params).isPresent() ? OF_OPEN_LOOPS : OF_CALLS;
    }

    /** What comes first in whatever is told of such cells: of those that are compared the most important. */
    static Measure headline(Map<String, Long> params) {
        return of(params).stream()
                .filter(measure -> measure.ratio != null)
                .findFirst()
                .orElseThrow();
    }

    /** Whether it tells how unsteady a caller's calls are, which only a caller who is alone can say of the system. */
    boolean isOfOneCaller() {
        return this == P999 || this == DEVIATION || this == JITTER;
    }

    /** Whether it is drawn; the others stand in the tables. */
    boolean isPlotted() {
        return this != ALLOCATED && this != CLASSES && this != WIRE && this != DEVIATION && this != LATE;
    }

    boolean moreIsBetter() {
        return this == CALLS || this == PER_CALLER || this == DONE || this == ACHIEVED;
    }

    String direction() {
        return moreIsBetter() ? "more is better" : "less is better";
    }

    /** Whether two cells differ in it, which both have. */
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
        return late == null ? null : micros(late.p99());
    }

    private static @Nullable Double jitter(Round round) {
        Double nanos = round.jitterNanos();
        return nanos == null ? null : nanos / 1000;
    }

    private static @Nullable Double millis(@Nullable Long nanos) {
        return nanos == null ? null : nanos / 1e6;
    }

    private static @Nullable Double micros(@Nullable Long nanos) {
        return nanos == null ? null : nanos / 1000.0;
    }

    private static @Nullable Double plain(@Nullable Long count) {
        return count == null ? null : count.doubleValue();
    }
}
