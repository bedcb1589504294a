package dev.wherry.lab.plan;

import java.time.Duration;

/**
 * How long a run still takes.
 *
 * @param rest the estimate; zero where nothing is left
 * @param certainty how far it is to be believed
 */
public record TimeLeft(Duration rest, Certainty certainty) {
    private static final Duration SHORT = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration HOURS = Duration.ofMinutes(90);
    private static final long COARSE = 10;
    private static final long STEP = 5;

    /** How far an estimate is to be believed. */
    public enum Certainty {
        /** Nobody knows. */
        NONE,
        /** From the plan alone: no more than its order of magnitude. */
        ORDER,
        /** From a part of the run that says little about the rest. */
        ROUGH,
        /** From what was done of all that is left. */
        FAIR
    }

    /** For people, such as {@code about 12 min left}; with no more digits than it deserves. Empty where nothing is left. */
    public String words() {
        if (rest.isZero()) {
            return "";
        }
        return switch (certainty) {
            case NONE -> "time left unknown yet";
            case ORDER -> order() + " left";
            case ROUGH -> "perhaps " + amount() + " left";
            case FAIR -> "about " + amount() + " left";
        };
    }

    private String order() {
        return rest.compareTo(SHORT) < 0
                ? "a minute or two"
                : rest.compareTo(LONG) < 0 ? "some minutes" : "an hour or more";
    }

    private String amount() {
        long minutes = Math.max(1, Math.round(rest.toSeconds() / 60.0));
        if (rest.compareTo(HOURS) >= 0) {
            return "%s h".formatted(Math.round(rest.toMinutes() / 30.0) / 2.0).replace(".0", "");
        }
        return "%d min".formatted(minutes < COARSE ? minutes : (minutes + STEP / 2) / STEP * STEP);
    }
}
