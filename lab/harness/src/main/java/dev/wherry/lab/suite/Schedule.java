package dev.wherry.lab.suite;

import com.fasterxml.jackson.annotation.JsonProperty;
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
 * How a preset measures a suite in one of its modes. A round takes {@code seconds}, or makes {@code calls} in all, or
 * {@code callsPerThread} by each caller; at most one of the three is given. None is where every workload says itself how
 * many calls it makes.
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

    /** Returns whether it measures this workload. The mode faithful measures only what the original had. */
    public boolean measures(Workload workload) {
        return !mode.equals(Mode.FAITHFUL) || !workload.isOurs();
    }

    /** Returns whether the length of a round of this workload is given, here or in the workload. */
    boolean hasLengthFor(Workload workload) {
        return seconds != null
                || calls != null
                || callsPerThread != null
                || workload.params().containsKey(Parameters.CALLS);
    }

    /** Returns the number of calls of a round with these parameters; empty if a round has a duration. */
    public Optional<Long> calls(Workload workload, Map<String, Long> params) {
        Long own = params.get(Parameters.CALLS);
        long callers = Parameters.callers(params);
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

    public boolean countsCalls() {
        return calls != null || callsPerThread != null;
    }

    /** Returns the same with other numbers of rounds and of calls; null for those of the preset. */
    public Schedule with(@Nullable Integer otherRounds, @Nullable Long otherCalls) {
        return new Schedule(
                mode,
                Objects.requireNonNullElse(otherRounds, rounds),
                seconds,
                calls == null || otherCalls == null ? calls : otherCalls,
                callsPerThread == null || otherCalls == null ? callsPerThread : otherCalls,
                warmUp,
                warmUpCalls,
                freshProcesses,
                freshClients,
                instead);
    }

    /** Returns the same with new processes in each round, which nothing warms up, or with the same in all rounds. */
    public Schedule withProcesses(boolean fresh) {
        return fresh
                ? new Schedule(mode, rounds, seconds, calls, callsPerThread, Warming.NONE, 0, true, false, instead)
                : new Schedule(
                        mode, rounds, seconds, calls, callsPerThread, warmUp, warmUpCalls, false, false, instead);
    }
}
