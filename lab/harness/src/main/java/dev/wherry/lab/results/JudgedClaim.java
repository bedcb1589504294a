package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A conclusion of an original, and what this run says of it.
 *
 * @param suite the evaluation that it is from
 * @param sentence where it stands in the original, word for word
 * @param source where that is, if it is not the text that the suite repeats
 * @param says the conclusion alone: a sentence may hold several
 * @param published the figures that the original gave for it, digit by digit; null where it gave none
 * @param reading how its words were taken where they leave a choice; null where they leave none
 * @param verdict what became of it
 * @param rule what had to hold for it to be reproduced; null where nothing could be asked
 * @param today this run's figures in a sentence, or why there are none
 */
public record JudgedClaim(
        String suite,
        String sentence,
        @Nullable String source,
        String says,
        @Nullable String published,
        @Nullable String reading,
        Outcome verdict,
        @Nullable String rule,
        String today) {

    /** The same, where its figures are of one placement among several. */
    public JudgedClaim at(String placement) {
        String told = "with placement %s: %s".formatted(placement, today);
        return new JudgedClaim(suite, sentence, source, says, published, reading, verdict, rule, told);
    }

    /** What a run can say of a conclusion. */
    public enum Outcome {
        /** It stands today, by its rule. */
        @JsonProperty("reproduced")
        REPRODUCED("reproduced"),
        /** It does not, by its rule. */
        @JsonProperty("not reproduced")
        NOT_REPRODUCED("not reproduced"),
        /** A system or a setting was missing or failed, or nobody could test it here. */
        @JsonProperty("cannot be tested here")
        UNTESTED("cannot be tested here");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        /** As it is told to people. */
        public String words() {
            return words;
        }
    }
}
