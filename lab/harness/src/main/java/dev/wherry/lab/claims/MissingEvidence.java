package dev.wherry.lab.claims;

import dev.wherry.lab.results.Parameters;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Why nothing can be said of a side. Many sides may lack the same, so it is told of all of them together.
 *
 * @param of the workload, where it is a point of one that was not measured; else empty
 * @param what a system, a workload, the settings of a point, or a sentence without its end
 * @param values of the point that the run would have had to be told besides those that it was; else empty
 */
record MissingEvidence(Kind kind, String of, String what, Map<String, Long> values) {
    private static final int FEW = 3;

    enum Kind {
        /** A system that the preset does not name. */
        LEFT_OUT,
        /** A system that was not among those asked for. */
        NOT_ASKED_FOR,
        /** A workload of which nothing was measured. */
        WORKLOAD,
        /** A point that the run was told other values than. */
        CHOSEN_AWAY,
        /** A point of a workload that was measured elsewhere. */
        POINT,
        /** What became of a system at a point, or why it is not here. */
        FATE
    }

    static MissingEvidence fate(String what) {
        return of(Kind.FATE, what);
    }

    static MissingEvidence of(Kind kind, String what) {
        return new MissingEvidence(kind, "", what, Map.of());
    }

    /**
     * All of them in one sentence without its end.
     *
     * @param preset of the run
     * @param told the values that it was told, by parameter
     * @param faithful whether that was its mode, which has nothing that the original had not
     */
    static String tell(
            Collection<MissingEvidence> lacks, String preset, Map<String, List<Long>> told, boolean faithful) {
        Map<Kind, Set<MissingEvidence>> kinds = new TreeMap<>(lacks.stream()
                .collect(Collectors.groupingBy(MissingEvidence::kind, Collectors.toCollection(LinkedHashSet::new))));
        return kinds.entrySet().stream()
                .map(each -> tell(each.getKey(), List.copyOf(each.getValue()), preset, told, faithful))
                .collect(Collectors.joining("; "));
    }

    /** The same as a sentence; a fate, which comes last, begins with a name of the lab's, and that stays as it is. */
    static String sentence(
            Collection<MissingEvidence> lacks, String preset, Map<String, List<Long>> params, boolean faithful) {
        String told = tell(lacks, preset, params, faithful);
        boolean name = lacks.stream().allMatch(lack -> lack.kind() == Kind.FATE);
        return (name ? told : Character.toUpperCase(told.charAt(0)) + told.substring(1)) + ".";
    }

    private static String tell(
            Kind kind, List<MissingEvidence> lacks, String preset, Map<String, List<Long>> told, boolean faithful) {
        String all = lacks.stream().map(MissingEvidence::what).collect(Collectors.joining(", "));
        boolean whole = preset.equals("full");
        return switch (kind) {
            case LEFT_OUT ->
                "the preset %s leaves out %s (%s--system runs what it names)"
                        .formatted(preset, all, whole ? "" : "--preset full has all; ");
            case NOT_ASKED_FOR -> "nobody asked this run for %s (--system)".formatted(all);
            case WORKLOAD ->
                "this %s run has no %s (%s)"
                        .formatted(preset, all, faithful ? "--mode corrected, --workload" : "--workload");
            case CHOSEN_AWAY ->
                "this run has no %s (%s, or leave --param out)"
                        .formatted(points(lacks), String.join(" ", more(lacks, told)));
            case POINT ->
                "this %s run has no %s (%s)".formatted(preset, points(lacks), whole ? "--param" : "--preset full");
            case FATE -> fates(lacks);
        };
    }

    /** What the run was told, with what it lacks. */
    private static List<String> more(List<MissingEvidence> lacks, Map<String, List<Long>> told) {
        Map<String, Set<Long>> values = new TreeMap<>();
        lacks.forEach(lack -> lack.values()
                .forEach((param, value) -> values.computeIfAbsent(
                                param, name -> new TreeSet<>(told.getOrDefault(name, List.of())))
                        .add(value)));
        return values.entrySet().stream()
                .map(param -> Parameters.option(param.getKey(), param.getValue()))
                .toList();
    }

    private static String points(List<MissingEvidence> lacks) {
        Map<String, List<String>> byWorkload = lacks.stream()
                .collect(Collectors.groupingBy(
                        MissingEvidence::of,
                        LinkedHashMap::new,
                        Collectors.mapping(MissingEvidence::what, Collectors.toList())));
        return byWorkload.entrySet().stream()
                .map(each -> each.getKey() + " with " + String.join(" or ", each.getValue()))
                .collect(Collectors.joining(" and no "));
    }

    private static String fates(List<MissingEvidence> lacks) {
        String few = lacks.stream().limit(FEW).map(MissingEvidence::what).collect(Collectors.joining("; "));
        return lacks.size() <= FEW ? few : "%s; and %d more like these".formatted(few, lacks.size() - FEW);
    }
}
