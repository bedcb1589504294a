package dev.wherry.lab.results;

import java.time.Duration;
import java.util.Map;

/** How far client and server are from each other, by the parameter that says so. */
public final class Distance {
    private static final String PARAM = "distanceMillis";

    private Distance() {}

    /** How long what is sent is under way, in either direction; zero where no parameter says it. */
    public static Duration of(Map<String, Long> params) {
        return Duration.ofMillis(params.getOrDefault(PARAM, 0L));
    }
}
