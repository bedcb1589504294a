package dev.wherry.lab.results;

import java.time.Duration;
import java.util.Map;

/** How far client and server are from each other, by the parameter that says so. */
public final class Distance {
    public static final String PARAM = "distanceMillis";

    /** From there on nothing would be answered within the limits of a check. */
    public static final long MOST = 1_000;

    private Distance() {}

    /** How long what is sent is under way, in either direction; zero where no parameter says it. */
    public static Duration of(Map<String, Long> params) {
        return Duration.ofMillis(params.getOrDefault(PARAM, 0L));
    }
}
