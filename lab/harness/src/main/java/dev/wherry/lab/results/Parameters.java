package dev.wherry.lab.results;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parameters of cells: which values they take, and how they are written. */
public final class Parameters {
    /** How many calls a round makes, whatever a preset says. */
    public static final String CALLS = "calls";

    /** In a round; more would be capped in any case. */
    private static final long MOST_CALLS = 1_000_000_000;

    private Parameters() {}

    /** Returns the mistake in a parameter's values, in a sentence without a full stop; empty if there is none. */
    public static Optional<String> fault(String name, List<Long> values) {
        if (name.equals(OfferedRate.PARAM)) {
            return OfferedRate.fault(values);
        }
        if (values.isEmpty()) {
            return Optional.of(name + " has no value");
        }
        long least = name.equals(CALLS) || Callers.most(name).isPresent() ? 1 : 0;
        long most = most(name);
        return values.stream()
                .filter(value -> value < least || value > most)
                .map(value -> "%s takes %,d to %,d, not %,d".formatted(name, least, most, value))
                .findFirst()
                .or(() -> values.stream().distinct().count() == values.size()
                        ? Optional.empty()
                        : Optional.of("%s has a value twice: %s".formatted(name, list(values))));
    }

    static String list(List<Long> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static long most(String name) {
        return switch (name) {
            case CALLS -> MOST_CALLS;
            case Distance.PARAM -> Distance.MOST;
            default -> Callers.most(name).orElse(Integer.MAX_VALUE);
        };
    }

    /** As a command takes them, such as {@code --param threads=1,16}. */
    public static String option(String name, Collection<Long> values) {
        String all = values.stream().map(String::valueOf).collect(Collectors.joining(","));
        return name.equals(OfferedRate.PARAM) ? "--rate " + all : "--param %s=%s".formatted(name, all);
    }

    public static String words(Map<String, Long> params) {
        return written(params, "=", " ");
    }

    /** For people, such as {@code threads 1, size 1}. */
    public static String label(Map<String, Long> params) {
        return written(params, " ", ", ");
    }

    private static String written(Map<String, Long> params, String is, String and) {
        return params.entrySet().stream()
                .map(param -> param.getKey() + is + param.getValue())
                .collect(Collectors.joining(and));
    }
}
