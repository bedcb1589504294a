package dev.wherry.lab.suite;

import java.util.List;
import java.util.Map;

/**
 * What a preset means for a suite.
 *
 * @param mode the one that is used where nobody asks for another
 * @param schedules by mode
 * @param systems those that it is about: names, and beginnings of names with a star behind them; empty for every one
 * @param leaveOut workloads that run only where they are named
 */
public record Extent(String mode, Map<String, Schedule> schedules, List<String> systems, List<String> leaveOut) {
    private static final String ANY = "*";

    /** Whether it is about this system. */
    public boolean isAbout(String system) {
        return systems.isEmpty() || systems.stream().anyMatch(pattern -> matches(pattern, system));
    }

    /** Of what it names, that of which there is nothing. */
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
