package dev.wherry.lab.run;

import dev.wherry.lab.results.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Decides from the rates of successive windows whether a system is warm. It stands still where the median of the last few
 * windows and that of the few before them differ by no more than a tolerance; medians, because one window in an unlucky
 * placement is no news. What grows slowly passes that, so it must not rise either: the last third of all windows is no more
 * than the tolerance above the third before. Thirds, because compilers have less to do the longer they have done it. Jitter
 * goes up and down alike, however wide it is, so that thirds agree where a few windows do not: that is how it is told from a
 * rise. A rise shows in the medians of the thirds and in their means: one unlucky window moves a mean alone, and a system that
 * has two speeds, as the kernel places its threads, a median alone.
 */
final class Steadiness {
    private static final int WINDOWS = 3;
    private static final double TOLERANCE = 0.075;

    private final List<Double> rates = new ArrayList<>();

    void add(double callsPerSecond) {
        rates.add(callsPerSecond);
    }

    /** Whether it stands still and does not rise. */
    boolean reached() {
        return rates.size() >= 2 * WINDOWS && Math.abs(growth(WINDOWS, Statistics::median)) <= TOLERANCE && !rises();
    }

    /** Whether it still gets faster; unknown at first, which counts as rising. */
    boolean rises() {
        if (rates.size() < 2 * WINDOWS) {
            return true;
        }
        int third = Math.max(WINDOWS, rates.size() / 3);
        return Math.min(growth(third, Statistics::median), growth(third, Statistics::mean)) > TOLERANCE;
    }

    /** Of the last windows over as many before them. */
    private double growth(int windows, ToDoubleFunction<List<Double>> average) {
        int n = rates.size();
        double before = average.applyAsDouble(rates.subList(n - 2 * windows, n - windows));
        return (average.applyAsDouble(rates.subList(n - windows, n)) - before) / before;
    }
}
