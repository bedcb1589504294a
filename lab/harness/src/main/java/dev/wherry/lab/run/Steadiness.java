package dev.wherry.lab.run;

import dev.wherry.lab.results.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Decides from the rates of successive windows whether a system is warm. The rate is stable if the medians of the last
 * few windows and of the few before them differ by less than a tolerance. One window in an unlucky placement does not
 * move a median. A slow rise passes that check, so the last third of all windows must not exceed the third before by more
 * than the tolerance. Thirds, because compilers have less to do the longer they have done it. Jitter goes up and down
 * alike, however wide it is, so that thirds agree even if a few windows do not. A rise shows both in the medians of the
 * thirds and in their means. One unlucky window moves only a mean, and a system with two speeds only a median.
 */
final class Steadiness {
    private static final int WINDOWS = 3;
    private static final double TOLERANCE = 0.075;

    private final List<Double> rates = new ArrayList<>();

    void add(double callsPerSecond) {
        rates.add(callsPerSecond);
    }

    boolean reached() {
        return rates.size() >= 2 * WINDOWS && Math.abs(growth(WINDOWS, Statistics::median)) <= TOLERANCE && !rises();
    }

    /** Returns whether the rate still rises; true as long as that is unknown. */
    boolean rises() {
        if (rates.size() < 2 * WINDOWS) {
            return true;
        }
        int third = Math.max(WINDOWS, rates.size() / 3);
        return Math.min(growth(third, Statistics::median), growth(third, Statistics::mean)) > TOLERANCE;
    }

    /** Returns the growth from the windows before to the last ones. */
    private double growth(int windows, ToDoubleFunction<List<Double>> average) {
        int n = rates.size();
        double before = average.applyAsDouble(rates.subList(n - 2 * windows, n - windows));
        return (average.applyAsDouble(rates.subList(n - windows, n)) - before) / before;
    }
}
