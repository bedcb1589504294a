package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A conclusion of an original with the verdict of a run.
 *
 * @param rule the condition under which it is reproduced; null if it cannot be tested
 * @param today the figures of the run in a sentence, or why there are none
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

        /** Returns the verdict of a fact from those of its conclusions: the one that all tested ones have, else inconclusive. */
        public static Outcome of(Collection<Outcome> verdicts) {
            List<Outcome> tested = verdicts.stream()
                    .filter(verdict -> verdict != NOT_TESTABLE)
                    .distinct()
                    .toList();
            return tested.isEmpty() ? NOT_TESTABLE : tested.size() == 1 ? tested.getFirst() : INCONCLUSIVE;
        }
    }
}
