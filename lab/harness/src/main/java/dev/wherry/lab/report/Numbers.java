package dev.wherry.lab.report;

import dev.wherry.lab.results.Spread;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Formats figures: with as many digits as a run resolves, and published ones with every digit. */
final class Numbers {
    private static final String NONE = "–";

    private Numbers() {}

    /** Formats with a comma between thousands and, below 100, with one or two decimals. */
    static String rounded(double value) {
        double size = Math.abs(value);
        String pattern = size >= 100 || size == 0 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, pattern, value);
    }

    static String rounded(OptionalDouble value) {
        return value.isPresent() ? rounded(value.getAsDouble()) : NONE;
    }

    static String spread(@Nullable Spread spread) {
        return spread == null || spread.min() == spread.max()
                ? ""
                : rounded(spread.min()) + " – " + rounded(spread.max());
    }

    /** Formats with three significant digits. */
    static String significant(double value) {
        double size = Math.abs(value);
        return size >= 1 || size == 0
                ? rounded(value)
                : new BigDecimal(value).round(new MathContext(3)).toPlainString();
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f×", ratio);
    }

    static String ratios(Spread spread) {
        return spread.min() == spread.max()
                ? ""
                : String.format(Locale.ROOT, "%.2f – %.2f", spread.min(), spread.max());
    }

    /** Formats the difference of two figures in whole percent, as the mobility evaluation printed it. */
    static String difference(double from, double to) {
        String percent = String.format(Locale.ROOT, "%.0f%%", (to - from) / from * 100);
        return percent.equals("-0%") ? "0%" : percent;
    }
}
