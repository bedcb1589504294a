package dev.wherry.lab.suite;

import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import dev.wherry.lab.results.Mode;
import dev.wherry.lab.toml.TomlFile;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The meaning of a preset for a suite. In {@code suite.toml} a preset that measures in one way says how itself, and one that
 * measures in several has a table for each mode. Only the preset {@code smoke} has the mode of that name, so that a run's preset
 * and a cell's mode both show whether figures mean anything.
 *
 * @param systems names, and prefixes of names followed by a star; empty for all
 * @param leaveOut workloads that run only if they are named
 */
public record Extent(
        String mode,
        Map<String, Schedule> schedules,
        @EmptyIfAbsent List<String> systems,
        @EmptyIfAbsent List<String> leaveOut) {
    private static final String ANY = "*";
    private static final String INSTEAD = "instead";
    private static final List<String> OWN_KEYS = List.of("mode", "systems", "leaveOut");
    private static final List<String> MODES = List.of(Mode.CORRECTED, Mode.FAITHFUL);

    /** Reads a preset and checks it against its name and the workloads of its suite. */
    static Extent read(String label, ObjectNode preset, List<Workload> workloads) {
        List<String> tables = MODES.stream().filter(preset::has).toList();
        boolean smoke = label.equals(Mode.SMOKE);
        require(!smoke || tables.isEmpty(), "it has one mode, so it has no tables for others");
        ObjectNode how = preset.deepCopy().remove(OWN_KEYS).remove(tables);
        how.remove(INSTEAD);
        require(
                tables.isEmpty() || how.isEmpty(),
                "it has tables for its modes, so how it measures stands in these alone, not in "
                        + String.join(", ", how.propertyNames()));
        List<String> modes = smoke ? List.of(Mode.SMOKE) : tables.isEmpty() ? MODES : tables;
        String mode = preset.path("mode").asString(null);
        require(
                mode != null && modes.contains(mode),
                "mode is %s, and there are: %s".formatted(mode, String.join(", ", modes)));
        ObjectNode extent = preset.deepCopy().retain(OWN_KEYS);
        ObjectNode schedules = extent.putObject("schedules");
        for (String each : tables.isEmpty() ? List.of(mode) : tables) {
            ObjectNode schedule = schedules.putObject(each);
            ObjectNode values = schedule.putObject(INSTEAD);
            JsonNode own = tables.isEmpty() ? how : preset.get(each);
            Stream.of(preset.path(INSTEAD), own.path(INSTEAD))
                    .flatMap(all -> all.properties().stream())
                    .forEach(param -> values.set(param.getKey(), param.getValue()));
            own.properties().forEach(key -> schedule.putIfAbsent(key.getKey(), key.getValue()));
            schedule.put("mode", each);
        }
        Extent read = TomlFile.record(extent, Extent.class);
        read.check(workloads);
        return read;
    }

    private void check(List<Workload> workloads) {
        schedules.values().forEach(schedule -> check(schedule, workloads));
        List<String> names = workloads.stream().map(Workload::name).toList();
        leaveOut.forEach(name -> require(
                names.contains(name), "it leaves out %s, and there are: %s".formatted(name, String.join(", ", names))));
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

    /** Returns whether a run with the preset includes the system. */
    public boolean isAbout(String system) {
        return systems.isEmpty() || systems.stream().anyMatch(pattern -> matches(pattern, system));
    }

    /** Returns the names and prefixes that match no known system. */
    public List<String> unknown(List<String> known) {
        return systems.stream()
                .filter(pattern -> known.stream().noneMatch(system -> matches(pattern, system)))
                .toList();
    }

    private static boolean matches(String pattern, String system) {
        return pattern.endsWith(ANY)
                ? system.startsWith(pattern.substring(0, pattern.length() - ANY.length()))
                : system.equals(pattern);
    }
}
