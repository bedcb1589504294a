package dev.wherry.lab.claims;

import java.util.Locale;

/** How far one figure is from another. */
final class Percent {
    private static final double TIMES = 3;
    private static final double ONE_DECIMAL = 10;

    private Percent() {}

    static double of(double of, double than) {
        return (of / than - 1) * 100;
    }

    /** Of the medians; and whether the difference is not significant. */
    static String say(Sample of, Sample than) {
        return say(of.median(), than.median()) + (of.isApart(than) ? "" : " (not significant)");
    }

    /** Such as {@code 9.2 % higher}, {@code 43 % lower} and, from three times on, {@code 3.4 times as high}. */
    static String say(double of, double than) {
        if (of / than >= TIMES) {
            return String.format(Locale.ROOT, "%.1f times as high", of / than);
        }
        double percent = of(of, than);
        return say(Math.abs(percent)) + (percent < 0 ? " lower" : " higher");
    }

    static String say(double percent) {
        return String.format(Locale.ROOT, percent < ONE_DECIMAL ? "%.1f %%" : "%.0f %%", percent);
    }
}
