package dev.wherry.lab.claims;

import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.Results;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conclusion of an original.
 *
 * @param sentence where it stands, word for word
 * @param source where that is, if it is not the text that the suite repeats
 * @param says the conclusion alone
 * @param published the original's figures for it, digit by digit; null where it gave none
 * @param reading how its words were taken; null where they leave no choice
 * @param test what it is put to
 */
public record Claim(
        String sentence,
        @Nullable String source,
        String says,
        @Nullable String published,
        @Nullable String reading,
        Test test) {

    /** Puts it to what a run found. */
    public JudgedClaim judge(String suite, Results results) {
        String rule = test.rule();
        Judgement found = found(new Evidence(suite, results), results.smoke());
        return new JudgedClaim(
                suite,
                sentence,
                source,
                says,
                published,
                reading,
                found.outcome(),
                rule.isEmpty() ? null : rule,
                found.today());
    }

    private Judgement found(Evidence evidence, boolean smoke) {
        List<String> lacks = test.lacks(evidence);
        if (test instanceof Untestable untestable) {
            return new Judgement(Outcome.UNTESTED, untestable.why());
        }
        if (smoke) {
            return new Judgement(Outcome.UNTESTED, "A smoke run's figures mean nothing.");
        }
        return lacks.isEmpty()
                ? test.judge(evidence).without(test.without(evidence))
                : new Judgement(Outcome.UNTESTED, String.join("; ", lacks) + ".");
    }
}
