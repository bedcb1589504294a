package dev.wherry.lab.run;

import dev.wherry.lab.driver.Length;
import dev.wherry.lab.driver.Work;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.results.Mode;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Schedule.Warming;
import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One point of a workload's grid, to be run on every system.
 *
 * @param capSeconds how long all rounds together may go on making the calls that are counted out for them
 */
record Point(
        Suite suite,
        Workload workload,
        Schedule schedule,
        Map<String, Long> params,
        Placement placement,
        double capSeconds) {
    /** Returns the work for this system; empty if it does not offer the operation. */
    Optional<Work> work(Peer peer) {
        // Other workloads check the answers of ordinary calls.
        return answersOnly() && !peer.operations().contains(workload.operation())
                ? Optional.empty()
                : workload.asks(peer.operations()).map(operation -> new Work(operation, params));
    }

    String operation() {
        return workload.operation();
    }

    /** Returns whether only the answers matter, and figures mean nothing. */
    boolean answersOnly() {
        return schedule.mode().equals(Mode.SMOKE);
    }

    /** Returns whether each round has new processes. A smoke run has not: the answers of first calls are like all others. */
    boolean freshProcesses() {
        return schedule.freshProcesses() && !answersOnly();
    }

    /**
     * Returns whether the rounds begin in processes that have made no call at all, not even one whose answer was checked.
     */
    boolean beginsCold() {
        return schedule.warmUp() == Warming.NONE && !schedule.freshProcesses() && !answersOnly();
    }

    /** Returns the length of a round. Each caller makes at least one call. */
    Length length() {
        return schedule.calls(workload, params)
                .<Length>map(calls -> new Length.Calls(calls, capSeconds / schedule.rounds()))
                .orElseGet(() -> new Length.Seconds(Objects.requireNonNull(schedule.seconds())));
    }
}
