package dev.wherry.lab.driver;

import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.results.Round.Lateness;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Adds up the measurements of several clients that called at the same time. */
final class Sum {
    private Sum() {}

    static Measurement of(List<Measurement> parts) throws PeerFailure {
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        if (!all(parts, Measurement::histogram)) {
            throw PeerFailure.said(
                    "it sends no histogram, and without histograms the times of several clients cannot be added up");
        }
        List<List<Long>> times = parts.stream()
                .flatMap(part -> Objects.requireNonNull(part.histogram()).stream())
                .toList();
        return new Measurement(
                sum(parts, Measurement::calls),
                max(parts, Measurement::seconds),
                parts.stream().mapToDouble(Measurement::threadSeconds).sum(),
                Times.latency(Times.read(times)),
                sum(parts, Measurement::failed),
                sum(parts, Measurement::missing),
                parts.stream()
                        .map(Measurement::firstFailure)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                sumOfAll(parts, Measurement::allocatedBytes),
                sumOfAll(parts, Measurement::wireBytes),
                carried(parts),
                all(parts, Measurement::doneSeconds)
                        ? max(parts, part -> Objects.requireNonNull(part.doneSeconds()))
                        : null,
                all(parts, Measurement::jitterNanos) ? jitter(parts) : null,
                times,
                all(parts, Measurement::lateNanos) ? latest(parts) : null);
    }

    /** Returns the greatest of each; the percentiles over all callers are not above it. */
    private static Lateness latest(List<Measurement> parts) {
        return parts.stream()
                .map(part -> Objects.requireNonNull(part.lateNanos()))
                .reduce((one, other) ->
                        new Lateness(Math.max(one.p50(), other.p50()), Math.max(one.p99(), other.p99())))
                .orElseThrow();
    }

    private static long sum(List<Measurement> parts, ToLongFunction<Measurement> figure) {
        return parts.stream().mapToLong(figure).sum();
    }

    private static double max(List<Measurement> parts, ToDoubleFunction<Measurement> figure) {
        return parts.stream().mapToDouble(figure).max().orElseThrow();
    }

    private static boolean all(List<Measurement> parts, Function<Measurement, @Nullable Object> figure) {
        return parts.stream().allMatch(part -> figure.apply(part) != null);
    }

    private static @Nullable Long sumOfAll(List<Measurement> parts, Function<Measurement, @Nullable Long> figure) {
        return parts.stream().map(figure).reduce(0L, (one, other) -> one == null || other == null ? null : one + other);
    }

    private static double jitter(List<Measurement> parts) {
        return parts.stream()
                        .mapToDouble(part -> Objects.requireNonNull(part.jitterNanos()) * part.calls())
                        .sum()
                / Math.max(1, sum(parts, Measurement::calls));
    }

    private static Map<String, Long> carried(List<Measurement> parts) {
        Map<String, Long> all = new TreeMap<>();
        for (Measurement part : parts) {
            if (part.carried() != null) {
                part.carried().forEach((by, calls) -> all.merge(by, calls, Long::sum));
            }
        }
        return all;
    }
}
