package dev.wherry.bench.lasting;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * A line of the table.
 *
 * @param what the quantity that was measured
 * @param value its value
 * @param required the value that is required, and the one that is aimed at
 * @param met whether it is met
 * @param timed whether the value depends on the speed of the machine
 */
record Figure(String what, String value, String required, Met met, boolean timed) {
    /** Whether a figure is met. */
    enum Met {
        YES,
        NO,
        /** The figure was not measured. */
        SKIPPED,
        /** Nothing is required. */
        REPORTED
    }

    static Figure of(String what, String value, String required, boolean met) {
        return new Figure(what, value, required, met ? Met.YES : Met.NO, false);
    }

    static Figure reported(String what, String value) {
        return new Figure(what, value, "-", Met.REPORTED, false);
    }

    static Figure skipped(String what, String needs) {
        return new Figure(what, "skipped: needs " + needs, "-", Met.SKIPPED, false);
    }

    /** Returns the figure of times of which the longest is limited. */
    static Figure times(String what, long[] nanos, Duration required, Duration aim) {
        return timed(
                what,
                text(nanos),
                "<= " + text(required.toNanos()) + " (aim " + text(aim.toNanos()) + ")",
                Arrays.stream(nanos).max().orElseThrow() <= required.toNanos());
    }

    /** Returns a figure that depends on the speed of the machine. */
    static Figure timed(String what, String value, String required, boolean met) {
        return new Figure(what, value, required, met ? Met.YES : Met.NO, true);
    }

    /** Returns this figure of a brief run, whose few calls say nothing of times: these are reported, not judged. */
    Figure ofBriefRun() {
        return timed ? reported(what, value) : this;
    }

    /** Returns the median and the longest of some times. */
    static String text(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return "median " + text(sorted[sorted.length / 2]) + ", worst " + text(sorted[sorted.length - 1]);
    }

    static String text(long nanos) {
        double millis = nanos / 1e6;
        if (millis >= 1_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1_000);
        }
        return String.format(Locale.ROOT, millis >= 10 ? "%.0f ms" : "%.2f ms", millis);
    }

    String line(String row) {
        return String.format(Locale.ROOT, Lasting.LINE, row, what, value, required, met == Met.REPORTED ? "-" : met)
                .stripTrailing();
    }
}
