package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A conclusion of an original, and what this run says of it.
 *
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
    public JudgedClaim at(String placement) {
        String told = "with placement %s: %s".formatted(placement, today);
        return new JudgedClaim(suite, sentence, source, says, published, reading, fact, verdict, rule, told);
    }

    /** The verdict of a run on a conclusion. */
    public enum Outcome {
        REPRODUCED,
        CONTRADICTED,
        /** The run does not decide it. */
        INCONCLUSIVE,
        /** A system or a setting is missing or failed, made too few calls, or nothing could be measured. */
        NOT_TESTABLE;

        /** Returns the name in the results. */
        @JsonValue
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
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
