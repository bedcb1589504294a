package dev.wherry.lab.report;

import dev.wherry.lab.results.LeftOut;
import dev.wherry.lab.results.Results;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a suite's preset leaves out unless it is asked for, and how to ask. */
record NotChosen(String suite, String what) {
    static List<NotChosen> of(Results results) {
        return results.leftOut().stream()
                .map(left -> new NotChosen(left.suite(), what(left, results.preset())))
                .toList();
    }

    private static String what(LeftOut left, String preset) {
        Stream<String> systems = left.systems().isEmpty()
                ? Stream.of()
                : Stream.of(
                        "systems that its preset %s does not name: %s (--system all runs it on every one that is here)"
                                .formatted(preset, String.join(", ", left.systems())));
        Stream<String> workloads = left.workloads().isEmpty()
                ? Stream.of()
                : Stream.of("workloads: %s (--workload runs those that it names)"
                        .formatted(String.join(", ", left.workloads())));
        return Stream.concat(systems, workloads).collect(Collectors.joining("; "));
    }
}
