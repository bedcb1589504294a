package dev.wherry.lab.claims;

import dev.wherry.lab.results.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The reason why a side cannot be judged. Sides with the same reason are named together.
 *
 * @param of the workload, if a point of it was not measured; else empty
 * @param what a system, a workload, the settings of a point, or a clause
 * @param values of the point that the command did not set; else empty
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
        /** A point that the command excluded by other values. */
        CHOSEN_AWAY,
        /** A point of a workload of which other points were measured. */
        POINT,
        /** The verdict of a cell, or the reason why a system is missing. */
        FATE
    }

    static MissingEvidence fate(String what) {
        return of(Kind.FATE, what);
    }

    static MissingEvidence of(Kind kind, String what) {
        return new MissingEvidence(kind, "", what, Map.of());
    }

    /** Returns all of them as one clause. */
    static String text(List<MissingEvidence> lacks, Evidence evidence) {
        return lacks.stream()
                .distinct()
                .collect(Collectors.groupingBy(MissingEvidence::kind, TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(each -> text(each.getKey(), each.getValue(), evidence))
                .collect(Collectors.joining("; "));
    }

    /** Returns the same as a sentence. A fate, which is last, begins with a name, and that keeps its case. */
    static String sentence(List<MissingEvidence> lacks, Evidence evidence) {
        String text = text(lacks, evidence);
        boolean name = lacks.stream().allMatch(lack -> lack.kind() == Kind.FATE);
        return (name ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1)) + ".";
    }

    private static String text(Kind kind, List<MissingEvidence> lacks, Evidence evidence) {
        String all = lacks.stream().map(MissingEvidence::what).collect(Collectors.joining(", "));
        String preset = evidence.preset();
        boolean whole = preset.equals("full");
        return switch (kind) {
            case LEFT_OUT ->
                "the preset %s leaves out %s (%s--system runs what it names)"
                        .formatted(preset, all, whole ? "" : "--preset full has all; ");
            case NOT_ASKED_FOR -> "nobody asked this run for %s (--system)".formatted(all);
            case WORKLOAD ->
                "this %s run has no %s (%s)"
                        .formatted(preset, all, evidence.faithful() ? "--mode corrected, --workload" : "--workload");
            case CHOSEN_AWAY ->
                "this run has no %s (%s, or leave --param out)".formatted(points(lacks), options(lacks, evidence));
            case POINT ->
                "this %s run has no %s (%s)".formatted(preset, points(lacks), whole ? "--param" : "--preset full");
            case FATE -> {
                String few =
                        lacks.stream().limit(FEW).map(MissingEvidence::what).collect(Collectors.joining("; "));
                yield lacks.size() <= FEW ? few : "%s; and %d more like these".formatted(few, lacks.size() - FEW);
            }
        };
    }

    /** Returns the command's options with the missing values added. */
    private static String options(List<MissingEvidence> lacks, Evidence evidence) {
        Map<String, Set<Long>> values = new TreeMap<>();
        lacks.forEach(lack -> lack.values()
                .forEach((param, value) -> values.computeIfAbsent(
                                param,
                                name -> new TreeSet<>(evidence.commandParams().getOrDefault(name, List.of())))
                        .add(value)));
        return values.entrySet().stream()
                .map(param -> Parameters.option(param.getKey(), param.getValue()))
                .collect(Collectors.joining(" "));
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
}
