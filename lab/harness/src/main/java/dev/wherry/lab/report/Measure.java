package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Spread;
import dev.wherry.lab.results.Statistics;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** What the report tells of a cell, each the median over its rounds, in the unit that it is shown in. */
enum Measure {
    CALLS("Throughput, all callers together", "calls/s", "more is better", round -> round.callsPerSecond()),
    PER_CALLER(
            "Throughput of one caller",
            "calls/s per caller",
            "more is better",
            round -> round.perThreadCallsPerSecond()),
    P50(
            "Latency, median",
            "µs",
            "less is better",
            round -> micros(round.latencyNanos().p50())),
    P99(
            "Latency, 99th percentile",
            "µs",
            "less is better",
            round -> micros(round.latencyNanos().p99())),
    CPU("CPU time per call, both ends", "µs", "less is better", round -> micros(round.cpuNanosPerCall())),
    ALLOCATED("Heap per call, both ends", "bytes", "less is better", round -> plain(round.allocatedBytesPerCall())),
    WIRE("Bytes on the wire per call", "bytes", "less is better", round -> plain(round.wireBytesPerCall())),
    MEAN("Latency, mean", "ns", "less is better", round -> round.latencyNanos().mean());

    /** Those that are drawn; the others stand in the tables. */
    static final List<Measure> PLOTTED = List.of(CALLS, PER_CALLER, P50, P99, CPU);

    final String title;
    final String unit;
    final String direction;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without captures
    private final Function<Round, @Nullable Double> figure;

    Measure(String title, String unit, String direction, Function<Round, @Nullable Double> figure) {
        this.title = title;
        this.unit = unit;
        this.direction = direction;
        this.figure = figure;
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

    private static @Nullable Double micros(@Nullable Long nanos) {
        return nanos == null ? null : nanos / 1000.0;
    }

    private static @Nullable Double plain(@Nullable Long count) {
        return count == null ? null : count.doubleValue();
    }
}
