package dev.wherry.lab.results;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parameters of cells: which values they take, and how they are written. */
public final class Parameters {
    /** The number of calls of a round. It overrides the preset. */
    public static final String CALLS = "calls";

    /** The calls per second of all callers together, in an open loop. Each rate is a separate cell. */
    public static final String RATE = "rate";

    /** A client process is started for each call. */
    public static final String PROCESSES = "processes";

    /** The number of clients that call at the same time, each a process that stays. */
    public static final String CLIENTS = "clients";

    /** The kinds of callers that the line protocol knows, each with the greatest number. A cell has one of them. */
    private static final Map<String, Long> MOST_CALLERS = Map.of(
            "threads",
            10_000L,
            "virtualThreads",
            1_000_000L,
            "clientsInProcess",
            10_000L,
            CLIENTS,
            1_000L,
            PROCESSES,
            1L);

    /** The most calls of a round. More would be capped in any case. */
    private static final long MOST_CALLS = 1_000_000_000;

    /** The clock ticks in nanoseconds, and a call has a hundred of them at this rate. */
    private static final long MOST_RATE = 10_000_000;

    private static final int MOST_RATES = 32;

    private Parameters() {}

    /** Returns the number of callers; 1 if no parameter gives it. */
    public static long callers(Map<String, Long> params) {
        return MOST_CALLERS.keySet().stream()
                .filter(params::containsKey)
                .map(params::get)
                .findFirst()
                .orElse(1L);
    }

    public static int processesAtOnce(Map<String, Long> params) {
        return Math.toIntExact(params.getOrDefault(CLIENTS, 1L));
    }

    /** Returns whether each call is the first of a process that is started for it. Its time begins with that start. */
    public static boolean startsProcesses(Map<String, Long> params) {
        return params.containsKey(PROCESSES);
    }

    /** Returns the offered calls per second; empty in a closed loop, where each call follows the one before. */
    public static Optional<Long> rate(Map<String, Long> params) {
        return Optional.ofNullable(params.get(RATE));
    }

    public static Map<String, Long> withoutRate(Map<String, Long> params) {
        Map<String, Long> others = new LinkedHashMap<>(params);
        others.remove(RATE);
        return others;
    }

    /** Returns the mistake in a parameter's values, in a sentence without a full stop; empty if there is none. */
    public static Optional<String> fault(String name, List<Long> values) {
        boolean isRate = name.equals(RATE);
        if (values.isEmpty() || (isRate && values.size() > MOST_RATES)) {
            return Optional.of(
                    isRate
                            ? "%d rates were asked for; each is a cell of its own, and a run has 1 to %d of them"
                                    .formatted(values.size(), MOST_RATES)
                            : name + " has no value");
        }
        long least = isRate || name.equals(CALLS) || MOST_CALLERS.containsKey(name) ? 1 : 0;
        long most = most(name);
        return values.stream()
                .filter(value -> value < least || value > most)
                .map(value -> isRate
                        ? "A rate of %,d calls a second cannot be offered; 1 to %,d can".formatted(value, most)
                        : "%s takes %,d to %,d, not %,d".formatted(name, least, most, value))
                .findFirst()
                .or(() -> values.stream().distinct().count() == values.size()
                        ? Optional.empty()
                        : Optional.of("%s: %s"
                                .formatted(
                                        isRate ? "A rate was asked for twice" : name + " has a value twice",
                                        values.stream().map(String::valueOf).collect(Collectors.joining(", ")))));
    }

    private static long most(String name) {
        return switch (name) {
            case CALLS -> MOST_CALLS;
            case RATE -> MOST_RATE;
            default -> MOST_CALLERS.getOrDefault(name, (long) Integer.MAX_VALUE);
        };
    }

    /** Returns the option of the command, such as {@code --param threads=1,16}. */
    public static String option(String name, Collection<Long> values) {
        String all = values.stream().map(String::valueOf).collect(Collectors.joining(","));
        return name.equals(RATE) ? "--rate " + all : "--param %s=%s".formatted(name, all);
    }

    public static String words(Map<String, Long> params) {
        return written(params, "=", " ");
    }

    /** Returns a text for people, such as {@code threads 1, size 1}. */
    public static String label(Map<String, Long> params) {
        return written(params, " ", ", ");
    }

    private static String written(Map<String, Long> params, String is, String and) {
        return params.entrySet().stream()
                .map(param -> param.getKey() + is + param.getValue())
                .collect(Collectors.joining(and));
    }
}
