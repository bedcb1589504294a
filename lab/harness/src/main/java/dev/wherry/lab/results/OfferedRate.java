package dev.wherry.lab.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How many calls a second all callers together are to make, by the parameter that says so: that is an open loop. */
public final class OfferedRate {
    public static final String PARAM = "rate";

    /** Calls a second; the clock ticks in nanoseconds, and a call has a hundred of them then. */
    public static final long MOST = 10_000_000;

    /** Each is a cell of its own for every system at every point of the grid. */
    private static final int MOST_OF_A_RUN = 32;

    private OfferedRate() {}

    /** Empty where each call follows the one before: that is a closed loop. */
    public static Optional<Long> of(Map<String, Long> params) {
        return Optional.ofNullable(params.get(PARAM));
    }

    public static Map<String, Long> without(Map<String, Long> params) {
        Map<String, Long> others = new LinkedHashMap<>(params);
        others.remove(PARAM);
        return others;
    }

    /** Returns the mistake in these rates, in a sentence; empty if there is none. */
    public static Optional<String> fault(List<Long> rates) {
        Optional<Long> outside =
                rates.stream().filter(rate -> rate < 1 || rate > MOST).findFirst();
        if (outside.isPresent()) {
            return Optional.of(
                    "A rate of %,d calls a second cannot be offered; 1 to %,d can".formatted(outside.get(), MOST));
        }
        if (rates.isEmpty() || rates.size() > MOST_OF_A_RUN) {
            return Optional.of("%d rates were asked for; each is a cell of its own, and a run has 1 to %d of them"
                    .formatted(rates.size(), MOST_OF_A_RUN));
        }
        return rates.stream().distinct().count() < rates.size()
                ? Optional.of("A rate was asked for twice: %s".formatted(Parameters.list(rates)))
                : Optional.empty();
    }
}
