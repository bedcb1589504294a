package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which way one figure is said to stand to another. */
enum Direction {
    @JsonProperty("higher")
    HIGHER("higher"),
    @JsonProperty("lower")
    LOWER("lower"),
    /** Lower, or without a difference that the run resolves. */
    @JsonProperty("no higher")
    NO_HIGHER("no higher");

    private final String word;

    Direction(String word) {
        this.word = word;
    }

    /** By these figures alone. */
    boolean holds(double of, double than) {
        return switch (this) {
            case HIGHER -> of > than;
            case LOWER -> of < than;
            case NO_HIGHER -> of <= than;
        };
    }

    String word() {
        return word;
    }

    /** What {@link Sample#is} asks of figures. */
    String rule() {
        return this == NO_HIGHER
                ? "no higher, or by no more than a system is from itself"
                : "%s %s".formatted(Test.BEYOND, word);
    }
}
