package dev.wherry.lab.report;

import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Spread;

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
        Comparison.Ratio of = ratio.of(comparison);
        return of(of.medians(), of.spread(), of.difference());
    }

    static RatioText of(double ratio, Spread spread, Difference difference) {
        String plain = Numbers.ratio(ratio);
        String ratios = Numbers.ratios(spread);
        return difference.found()
                ? new RatioText(plain, ratios, true, false)
                : new RatioText(
                        none(difference),
                        ratios.isEmpty() ? plain : plain + ", " + ratios,
                        false,
                        !difference.couldBeFound());
    }

    /** Returns both in one text. */
    String text() {
        return isDifference ? words : "%s (%s)".formatted(words, beside);
    }

    /** Returns the text for a difference that the rank test does not find. */
    static String none(Difference difference) {
        return difference.couldBeFound() ? NO_DIFFERENCE : TOO_FEW_ROUNDS;
    }
}
