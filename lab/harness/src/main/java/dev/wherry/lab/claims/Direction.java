package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The relation of one figure to another. */
enum Direction {
    @JsonProperty("higher")
    HIGHER,
    @JsonProperty("lower")
    LOWER,
    /** Lower, or without a difference that the run resolves. */
    @JsonProperty("no higher")
    NO_HIGHER,
    @JsonProperty("alike")
    ALIKE;

    /** Qualifies every difference that a rule requires. */
    static final String SIGNIFICANTLY = "significantly";

    /** Returns the bound that has no meaning with this relation, as a clause; empty if there is none. */
    String fault(@Nullable Double atLeastPercent, @Nullable Double atMostPercent) {
        return switch (this) {
            case NO_HIGHER ->
                atLeastPercent == null && atMostPercent == null ? "" : "takes no percentage with no higher";
            case ALIKE -> atLeastPercent == null ? "" : "takes no atLeastPercent with alike";
            default -> "";
        };
    }

    /** Returns the condition that {@link Sample#is(Direction, Sample, Double, Double)} checks. */
    String rule(@Nullable Double atLeastPercent, @Nullable Double atMostPercent) {
        String direction = switch (this) {
            case HIGHER -> SIGNIFICANTLY + " higher";
            case LOWER -> SIGNIFICANTLY + " lower";
            case NO_HIGHER -> "no higher, or by no more than a system is from itself";
            case ALIKE ->
                atMostPercent == null
                        ? "the medians are as close as a system is to itself"
                        : "the medians are at most %.0f %% apart".formatted(atMostPercent);
        };
        return direction
                + (atLeastPercent == null ? "" : ", and by at least %.0f %%".formatted(atLeastPercent))
                + (atMostPercent == null || this == ALIKE ? "" : ", and by at most %.0f %%".formatted(atMostPercent));
    }
}
