package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which way one figure is said to stand to another. */
enum Direction {
    @JsonProperty("higher")
    HIGHER("higher"),
    @JsonProperty("lower")
    LOWER("lower"),
    /** Lower, or not told apart. */
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
                ? "a rank test does not find it higher, which is the more likely the fewer rounds there are"
                : "%s %s".formatted(word, Test.BEYOND);
    }
}
