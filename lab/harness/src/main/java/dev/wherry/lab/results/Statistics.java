package dev.wherry.lab.results;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Figures over rounds: medians, because one round in an unlucky placement should not move the result. */
public final class Statistics {
    private Statistics() {}

    public static OptionalDouble median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        int half = sorted.length / 2;
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2);
    }

    public static @Nullable Spread spread(DoubleStream values) {
        double[] all = values.toArray();
        return all.length == 0
                ? null
                : new Spread(
                        Arrays.stream(all).min().getAsDouble(),
                        Arrays.stream(all).max().getAsDouble());
    }

    public static double median(List<Double> values) {
        return median(values.stream().mapToDouble(Double::doubleValue)).orElseThrow();
    }

    public static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** Returns the standard deviation of at least one value, which are the whole population. */
    public static double deviation(List<Double> values) {
        double mean = mean(values);
        return Math.sqrt(values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow());
    }
}
