package dev.wherry.lab.suite;

import dev.wherry.lab.results.Mode;
import dev.wherry.lab.suite.Schedule.Warming;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a preset in {@code suite.toml}: one that measures in one way says how itself; one that can measure in
 * several has a table for each mode. The preset {@code smoke} has the mode of that name, and no other has it, so that a run's
 * preset and a cell's mode both tell whether figures mean anything.
 *
 * @param mode its only one, or the one that is used where nobody asks for another
 */
record PresetToml(
        @Nullable String mode,
        @Nullable Integer rounds,
        @Nullable Double seconds,
        @Nullable Long calls,
        @Nullable Long callsPerThread,
        @Nullable Warming warmUp,
        @Nullable Long warmUpCalls,
        @Nullable Boolean freshProcesses,
        @Nullable Boolean freshClients,
        @Nullable Map<String, List<Long>> instead,
        @Nullable List<String> systems,
        @Nullable List<String> leaveOut,
        @Nullable How corrected,
        @Nullable How faithful) {
    private static final List<String> MODES = List.of(Mode.CORRECTED, Mode.FAITHFUL);

    /** How one mode measures; its values come before the preset's own. */
    record How(
            @Nullable Integer rounds,
            @Nullable Double seconds,
            @Nullable Long calls,
            @Nullable Long callsPerThread,
            @Nullable Warming warmUp,
            @Nullable Long warmUpCalls,
            @Nullable Boolean freshProcesses,
            @Nullable Boolean freshClients,
            @Nullable Map<String, List<Long>> instead) {
        private static final How NOTHING = new How(null, null, null, null, null, null, null, null, null);

        Schedule schedule(String mode, Map<String, List<Long>> otherwise) {
            if (warmUp == null || rounds == null) {
                throw new IllegalArgumentException("%s needs rounds and warmUp".formatted(mode));
            }
            Map<String, List<Long>> values = new LinkedHashMap<>(otherwise);
            values.putAll(Objects.requireNonNullElse(instead, Map.of()));
            return new Schedule(
                    mode,
                    rounds,
                    seconds,
                    calls,
                    callsPerThread,
                    warmUp,
                    Objects.requireNonNullElse(warmUpCalls, 0L),
                    Boolean.TRUE.equals(freshProcesses),
                    Boolean.TRUE.equals(freshClients),
                    values);
        }
    }

    /** Checks it against its name and the workloads of its suite. */
    Extent of(String label, List<Workload> workloads) {
        Map<String, List<Long>> values = Objects.requireNonNullElse(instead, Map.of());
        How own = new How(
                rounds, seconds, calls, callsPerThread, warmUp, warmUpCalls, freshProcesses, freshClients, null);
        Map<String, How> hows = new LinkedHashMap<>();
        if (corrected != null) {
            hows.put(Mode.CORRECTED, corrected);
        }
        if (faithful != null) {
            hows.put(Mode.FAITHFUL, faithful);
        }
        require(
                hows.isEmpty() || own.equals(How.NOTHING),
                "it has tables for its modes, so how it measures stands in these alone");
        boolean smoke = label.equals(Mode.SMOKE);
        require(!smoke || hows.isEmpty(), "it has one mode, so it has no tables for others");
        List<String> modes = smoke ? List.of(Mode.SMOKE) : hows.isEmpty() ? MODES : List.copyOf(hows.keySet());
        require(
                mode != null && modes.contains(mode),
                "mode is %s, and there are: %s".formatted(mode, String.join(", ", modes)));
        if (hows.isEmpty()) {
            hows.put(Objects.requireNonNull(mode), own);
        }
        Map<String, Schedule> schedules = new LinkedHashMap<>();
        hows.forEach((name, how) -> {
            Schedule schedule = how.schedule(name, values);
            check(schedule, workloads);
            schedules.put(name, schedule);
        });
        List<String> names = workloads.stream().map(Workload::name).toList();
        List<String> left = Objects.requireNonNullElse(leaveOut, List.of());
        left.forEach(name -> require(
                names.contains(name), "it leaves out %s, and there are: %s".formatted(name, String.join(", ", names))));
        return new Extent(
                Objects.requireNonNull(mode), schedules, Objects.requireNonNullElse(systems, List.of()), left);
    }

    private static void check(Schedule schedule, List<Workload> workloads) {
        for (String param : schedule.instead().keySet()) {
            require(
                    workloads.stream().anyMatch(workload -> workload.varies(param)),
                    "it has values instead for %s, which no workload varies".formatted(param));
        }
        for (Workload workload : workloads) {
            require(
                    !schedule.measures(workload) || schedule.hasLengthFor(workload),
                    "%s needs seconds, calls or callsPerThread for %s".formatted(schedule.mode(), workload.name()));
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
