package dev.wherry.lab.suite;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wherry.lab.results.Callers;
import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import dev.wherry.lab.results.Mode;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Round;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a preset measures a suite in one of its modes. A round lasts {@code seconds}, or makes {@code calls} in all, or {@code
 * callsPerThread} by each caller; at most one of the three is given. None is where every workload says itself how many calls
 * it makes.
 *
 * @param mode one of {@link Mode}; goes into the results
 * @param warmUpCalls how many calls, where the warm-up is a number of calls; else 0
 * @param freshProcesses whether every round of every cell gets new processes; else a system keeps its pair
 * @param freshClients whether every round of every cell gets a new client while the server stays up; what is one process
 *     stays too
 * @param instead values to use instead of those of the workloads that vary the parameter
 */
public record Schedule(
        String mode,
        int rounds,
        @Nullable Double seconds,
        @Nullable Long calls,
        @Nullable Long callsPerThread,
        Warming warmUp,
        @EmptyIfAbsent long warmUpCalls,
        @EmptyIfAbsent boolean freshProcesses,
        @EmptyIfAbsent boolean freshClients,
        @EmptyIfAbsent Map<String, List<Long>> instead) {
    public enum Warming {
        /** Nothing, as some originals had it; in a smoke run no time means anything. */
        @JsonProperty("none")
        NONE,
        @JsonProperty("until stable")
        UNTIL_STABLE,
        @JsonProperty("same again")
        SAME_AGAIN,
        @JsonProperty("calls")
        CALLS
    }

    /** Checks what has to be given, and that the length of a round is not given twice. */
    public Schedule {
        int lengths = (seconds == null ? 0 : 1) + (calls == null ? 0 : 1) + (callsPerThread == null ? 0 : 1);
        if (lengths > 1) {
            throw new IllegalArgumentException("only one of seconds, calls and callsPerThread can be given");
        }
        if (rounds < 1) {
            throw new IllegalArgumentException("at least 1 round is needed");
        }
        if (rounds > Round.MOST) {
            throw new IllegalArgumentException(
                    "rounds = %d, and at most %,d are possible".formatted(rounds, Round.MOST));
        }
        if ((warmUp == Warming.CALLS) != (warmUpCalls > 0)) {
            throw new IllegalArgumentException("warmUpCalls goes with warmUp = \"calls\", and only with it");
        }
        if (freshClients && (freshProcesses || warmUp != Warming.NONE)) {
            throw new IllegalArgumentException("freshClients goes with warmUp = \"none\" and without freshProcesses");
        }
    }

    /** Whether it measures this workload: as the original did only what the original had. */
    public boolean measures(Workload workload) {
        return !mode.equals(Mode.FAITHFUL) || !workload.isOurs();
    }

    /** Whether it says how long a round of this workload is, or that does itself. */
    boolean hasLengthFor(Workload workload) {
        return seconds != null
                || calls != null
                || callsPerThread != null
                || workload.params().containsKey(Parameters.CALLS);
    }

    public Schedule withRounds(@Nullable Integer other) {
        int number = other == null ? rounds : other;
        return new Schedule(
                mode,
                number,
                seconds,
                calls,
                callsPerThread,
                warmUp,
                warmUpCalls,
                freshProcesses,
                freshClients,
                instead);
    }

    /** Returns the number of calls of a round with these parameters; empty if a round has a duration. */
    public Optional<Long> calls(Workload workload, Map<String, Long> params) {
        Long own = params.get(Parameters.CALLS);
        long callers = Callers.of(params);
        if (own == null && !countsCalls()) {
            return Optional.empty();
        }
        long asked = own != null
                ? own
                : calls != null
                        ? calls
                        : (workload.areTogether() ? 1 : callers) * Objects.requireNonNull(callsPerThread);
        long most = Objects.requireNonNullElse(workload.callsAtMost(), Long.MAX_VALUE);
        return Optional.of(Math.max(Math.min(asked, most), callers));
    }

    /** Whether the length of a round is a number of calls. */
    public boolean countsCalls() {
        return calls != null || callsPerThread != null;
    }

    /** The same with so many calls where there was another number of them, in all or of each caller. */
    public Schedule withCalls(long number) {
        return new Schedule(
                mode,
                rounds,
                seconds,
                calls == null ? null : number,
                callsPerThread == null ? null : number,
                warmUp,
                warmUpCalls,
                freshProcesses,
                freshClients,
                instead);
    }

    /** The same where each round has new processes, and nothing warms them up. */
    public Schedule withFreshProcesses() {
        return new Schedule(mode, rounds, seconds, calls, callsPerThread, Warming.NONE, 0, true, false, instead);
    }

    /** The same where all rounds have the same processes, their clients too. */
    public Schedule withTheSameProcesses() {
        return new Schedule(mode, rounds, seconds, calls, callsPerThread, warmUp, warmUpCalls, false, false, instead);
    }
}
