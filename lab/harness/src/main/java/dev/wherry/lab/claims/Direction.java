package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which way one figure is said to stand to another. */
enum Direction {
    @JsonProperty("higher")
    HIGHER("higher") {
        @Override
        boolean holds(double of, double than) {
            return of > than;
        }
    },
    @JsonProperty("lower")
    LOWER("lower") {
        @Override
        boolean holds(double of, double than) {
            return of < than;
        }
    };

    private final String word;

    Direction(String word) {
        this.word = word;
    }

    abstract boolean holds(double of, double than);

    String word() {
        return word;
    }
}
