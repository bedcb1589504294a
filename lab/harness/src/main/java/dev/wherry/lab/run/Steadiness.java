package dev.wherry.lab.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides from the rates of successive windows whether a system is warm: the median of the last few windows and that of
 * the few before them differ by no more than a tolerance. Medians, because one window in an unlucky placement is no news.
 */
final class Steadiness {
    private static final int WINDOWS = 3;
    private static final double TOLERANCE = 0.075;

    private final List<Double> rates = new ArrayList<>();

    void add(double callsPerSecond) {
        rates.add(callsPerSecond);
    }

    boolean reached() {
        int n = rates.size();
        if (n < 2 * WINDOWS) {
            return false;
        }
        double last = median(rates.subList(n - WINDOWS, n));
        double before = median(rates.subList(n - 2 * WINDOWS, n - WINDOWS));
        return Math.abs(last - before) <= TOLERANCE * before;
    }

    private static double median(List<Double> few) {
        return few.stream().sorted().toList().get(WINDOWS / 2);
    }
}
