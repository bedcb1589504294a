package dev.wherry.lab.suite;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a preset means for a suite. A round lasts {@code seconds}, or makes {@code calls} in all, or {@code
 * callsPerThread} by each caller: exactly one of the three is given.
 *
 * @param mode {@code corrected}, {@code faithful} or {@code smoke}; goes into the results
 * @param rounds how many
 * @param warmUp what comes before the first round
 * @param warmUpCalls how many calls, where the warm-up is a number of calls; else 0
 * @param freshProcesses whether every round of every cell gets new processes; else a system keeps its pair
 * @param instead values to use instead of those of the workloads that vary the parameter; null for none
 */
public record Schedule(
        String mode,
        int rounds,
        @Nullable Double seconds,
        @Nullable Long calls,
        @Nullable Long callsPerThread,
        Warming warmUp,
        long warmUpCalls,
        boolean freshProcesses,
        @Nullable Map<String, List<Long>> instead) {

    /** What comes before the first round. */
    public enum Warming {
        /** Nothing: times will mean nothing. */
        @JsonProperty("none")
        NONE,
        /** Calls until the rate stands still. */
        @JsonProperty("until stable")
        UNTIL_STABLE,
        /** The whole round once, discarded. */
        @JsonProperty("same again")
        SAME_AGAIN,
        /** A number of calls. */
        @JsonProperty("calls")
        CALLS
    }

    /** Checks that the length of a round is given once. */
    public Schedule {
        int lengths = (seconds == null ? 0 : 1) + (calls == null ? 0 : 1) + (callsPerThread == null ? 0 : 1);
        if (lengths != 1) {
            throw new IllegalArgumentException("a preset needs exactly one of seconds, calls and callsPerThread");
        }
        if (mode == null || warmUp == null || rounds < 1) {
            throw new IllegalArgumentException("a preset needs mode, warmUp and rounds of at least 1");
        }
        if ((warmUp == Warming.CALLS) != (warmUpCalls > 0)) {
            throw new IllegalArgumentException("warmUpCalls goes with warmUp = \"calls\", and only with it");
        }
    }

    /** The same with another number of rounds; null changes nothing. */
    public Schedule withRounds(@Nullable Integer other) {
        return other == null
                ? this
                : new Schedule(
                        mode, other, seconds, calls, callsPerThread, warmUp, warmUpCalls, freshProcesses, instead);
    }

    /** The same where each round has new processes, and nothing warms them up. */
    public Schedule withFreshProcesses() {
        return new Schedule(mode, rounds, seconds, calls, callsPerThread, Warming.NONE, 0, true, instead);
    }
}
