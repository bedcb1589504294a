package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
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
 * @param fact what it states; conclusions that state the same fact count once
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
        String fact,
        Outcome verdict,
        @Nullable String rule,
        String today) {

    /** A fact of its own where none is named, as in files from before there were any. */
    public JudgedClaim {
        fact = Objects.requireNonNullElse(fact, says);
    }

    /** The same, where its figures are of one placement among several. */
    public JudgedClaim at(String placement) {
        String told = "with placement %s: %s".formatted(placement, today);
        return new JudgedClaim(suite, sentence, source, says, published, reading, fact, verdict, rule, told);
    }

    /** What a run can say of a conclusion. */
    public enum Outcome {
        /** It holds today, by its rule. */
        @JsonProperty("reproduced")
        REPRODUCED("reproduced"),
        /** The opposite holds today. */
        @JsonProperty("contradicted")
        CONTRADICTED("contradicted"),
        /** The run's figures do not tell. */
        @JsonProperty("inconclusive")
        @JsonAlias("not reproduced")
        INCONCLUSIVE("inconclusive"),
        /** A system or a setting is missing or failed, made too few calls, or nothing could be measured. */
        @JsonProperty("not testable")
        @JsonAlias("cannot be tested here")
        NOT_TESTABLE("not testable");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }

        /** Of a fact with these verdicts on its conclusions: what all that could be tested have, else inconclusive. */
        public static Outcome of(Collection<Outcome> verdicts) {
            List<Outcome> tested = verdicts.stream()
                    .filter(verdict -> verdict != NOT_TESTABLE)
                    .distinct()
                    .toList();
            return tested.isEmpty() ? NOT_TESTABLE : tested.size() == 1 ? tested.getFirst() : INCONCLUSIVE;
        }
    }
}
