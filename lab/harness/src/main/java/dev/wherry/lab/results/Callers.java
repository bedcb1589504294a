package dev.wherry.lab.results;

import java.util.Map;
import java.util.Optional;

/** How many call at once, by whichever parameter says so: the line protocol knows five kinds of callers. */
public final class Callers {
    /** Says that each call has a client's process started for it. */
    public static final String PROCESSES = "processes";

    /** Says how many clients call at once, each in a process of its own that stays. */
    public static final String CLIENTS = "clients";

    /** By parameter, of which a cell has one, as many as a machine may be asked for. */
    private static final Map<String, Integer> MOST = Map.of(
            "threads", 10_000, "virtualThreads", 1_000_000, "clientsInProcess", 10_000, CLIENTS, 1_000, PROCESSES, 1);

    private Callers() {}

    /** The number; 1 where no parameter says it. */
    public static long of(Map<String, Long> params) {
        return MOST.keySet().stream()
                .filter(params::containsKey)
                .map(params::get)
                .findFirst()
                .orElse(1L);
    }

    /** How many the parameter may say; empty where it says something else. */
    static Optional<Integer> most(String param) {
        return Optional.ofNullable(MOST.get(param));
    }

    public static int processesAtOnce(Map<String, Long> params) {
        return Math.toIntExact(params.getOrDefault(CLIENTS, 1L));
    }

    /** Whether each call is the first of a process that is started for it, and its time begins with that start. */
    public static boolean areProcesses(Map<String, Long> params) {
        return params.containsKey(PROCESSES);
    }
}
