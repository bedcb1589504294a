package dev.wherry.lab.results;

import java.util.List;
import java.util.Map;

/** How many call at once, by whichever parameter says so: the line protocol knows four kinds of callers. */
public final class Callers {
    /** Says that each call has a client's process started for it. */
    public static final String PROCESSES = "processes";

    private static final List<String> PARAMS = List.of("threads", "virtualThreads", "clients", PROCESSES);

    private Callers() {}

    /** The number; 1 where no parameter says it. */
    public static long of(Map<String, Long> params) {
        return PARAMS.stream()
                .filter(params::containsKey)
                .map(params::get)
                .findFirst()
                .orElse(1L);
    }

    /** Whether each call is the first of a process that is started for it, and its time begins with that start. */
    public static boolean areProcesses(Map<String, Long> params) {
        return params.containsKey(PROCESSES);
    }
}
