package dev.wherry.lab.report;

import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Spread;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The text of a ratio. It stands first if the difference is significant, and else after the words that it is not.
 *
 * @param words the ratio, or that there is no difference
 * @param beside the spread, after the ratio where that is not in the first place
 * @param tooFewRounds whether so few rounds could not have shown a difference
 */
record RatioText(String words, String beside, boolean isDifference, boolean tooFewRounds) {
    static final String NO_DIFFERENCE = "no difference";
    private static final String TOO_FEW_ROUNDS = "too few rounds";

    static RatioText of(Measure.Ratio ratio, Comparison comparison) {
        return of(ratio.of(comparison), ratio.spread(comparison), ratio.difference(comparison));
    }

    static RatioText of(double ratio, Spread spread, @Nullable Difference difference) {
        String plain = Numbers.ratio(ratio);
        String ratios = Numbers.ratios(spread);
        if (difference == null ? !Numbers.includesOne(spread) : difference.found()) {
            return new RatioText(plain, ratios, true, false);
        }
        boolean tooFew = difference != null && !difference.couldBeFound();
        return new RatioText(none(tooFew), ratios.isEmpty() ? plain : plain + ", " + ratios, false, tooFew);
    }

    /** Returns the text for a difference that the rank test does not find. */
    static String none(Difference difference) {
        return none(!difference.couldBeFound());
    }

    private static String none(boolean tooFew) {
        return tooFew ? TOO_FEW_ROUNDS : NO_DIFFERENCE;
    }

    /** For a reader who wants to know why. */
    static String p(@Nullable Difference difference) {
        return difference == null ? "" : String.format(Locale.ROOT, ", p %.2f", difference.p());
    }
}
