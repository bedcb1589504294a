package dev.wherry.lab.results;

import java.util.List;
import java.util.Map;

/** How many call at once, by whichever parameter says so: the line protocol knows three kinds of callers. */
public final class Callers {
    private static final List<String> PARAMS = List.of("threads", "virtualThreads", "clients");

    private Callers() {}

    /** The number; 1 where no parameter says it. */
    public static long of(Map<String, Long> params) {
        return PARAMS.stream()
                .filter(params::containsKey)
                .map(params::get)
                .findFirst()
                .orElse(1L);
    }
}
