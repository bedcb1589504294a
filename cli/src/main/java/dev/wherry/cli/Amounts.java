package dev.wherry.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Formats amounts in at most seven characters, and long times in words. */
final class Amounts {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int THOUSAND = 1_000;
    private static final long SECONDS_WITH_NANOS = Long.MAX_VALUE / 1_000_000_000;

    private Amounts() {}

    /** Returns a text such as {@code 850 ns}, {@code 12.3 µs} or {@code 4.56 s}. */
    static String time(Duration time) {
        return time.toSeconds() >= SECONDS_WITH_NANOS
                ? ">18 min"
                : scaled((double) time.toNanos(), List.of(" ns", " µs", " ms", " s"));
    }

    /** Returns a text such as {@code 2 h 5 min} or {@code 3 min 20 s}. */
    static String age(Duration time) {
        return time.toHours() > 0
                ? time.toHours() + " h " + time.toMinutesPart() + " min"
                : time.toMinutesPart() + " min " + time.toSecondsPart() + " s";
    }

    /** Returns a number of seconds, of a time of any length. */
    static double seconds(Duration time) {
        return time.toSeconds() + time.toNanosPart() / NANOS_PER_SECOND;
    }

    /** Returns a text such as {@code 950}, {@code 12.3k} or {@code 4.56M}. */
    static String number(double number) {
        return scaled(number, List.of("", "k", "M", "G", "T", "P", "E"));
    }

    static String number(long number) {
        return number((double) number);
    }

    private static String scaled(double amount, List<String> units) {
        int unit = 0;
        double scaled = amount;
        // A number that would be rounded to a thousand is shown in the next unit.
        while (Math.abs(scaled) >= THOUSAND - 0.5 && unit < units.size() - 1) {
            scaled /= THOUSAND;
            unit++;
        }
        boolean whole = unit == 0 && scaled == Math.rint(scaled);
        int digits = whole || scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + digits + "f%s", scaled, units.get(unit));
    }
}
