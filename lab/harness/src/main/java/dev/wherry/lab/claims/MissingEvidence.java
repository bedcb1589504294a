package dev.wherry.lab.claims;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reason why something that a claim is about cannot be judged.
 *
 * @param what a system, a workload, a point or a cell
 * @param why a clause that follows a colon, with the option of the command that helps, if there is one
 */
record MissingEvidence(String what, String why) {
    private static final int FEW = 3;

    /** Returns them as text: what lacks for the same reason is named together, and of many only a few are named. */
    static String text(List<MissingEvidence> lacks) {
        Map<String, List<String>> byReason = lacks.stream()
                .distinct()
                .collect(Collectors.groupingBy(
                        MissingEvidence::why,
                        LinkedHashMap::new,
                        Collectors.mapping(MissingEvidence::what, Collectors.toList())));
        return few(byReason.entrySet().stream()
                .map(each -> "%s: %s".formatted(few(each.getValue()), each.getKey()))
                .toList());
    }

    private static String few(List<String> all) {
        int more = all.size() - FEW;
        return Stream.concat(all.stream().limit(FEW), more > 0 ? Stream.of("and %d more".formatted(more)) : Stream.of())
                .collect(Collectors.joining("; "));
    }
}
