package dev.wherry.lab.report;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.About;
import dev.wherry.lab.results.Results.LeftOut;
import dev.wherry.lab.results.Results.Part;
import dev.wherry.lab.results.Results.Terms;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Joins runs, since a machine is rarely quiet for as long as all suites take, and a run has one placement. Nothing is compared
 * across runs: each suite at a placement belongs to one run, in which its systems took turns. So the machines may differ.
 */
public final class JoinedRuns {
    private JoinedRuns() {}

    /**
     * Joins runs in this order. Returns a single run as it is.
     *
     * @throws LabException if presets, baselines, modes or values differ, if two runs have a suite at one placement, or if
     *     one had its servers on another host
     */
    public static Results of(List<Results> runs) {
        Results first = runs.getFirst();
        if (runs.size() == 1) {
            return first;
        }
        same("presets", runs, Results::preset);
        same("baselines", runs, run -> Objects.requireNonNullElse(run.baseline(), "none"));
        if (runs.stream().anyMatch(run -> run.remoteServers() != null)) {
            throw new LabException("One of the runs had its servers on another host; show it alone");
        }
        List<Part> parts = all(runs, Results::runs);
        List<String> suites = parts.stream()
                .flatMap(part -> part.suites().stream())
                .distinct()
                .toList();
        refuseTwice(runs);
        suites.forEach(suite -> refuseOtherTerms(suite, having(suite, runs)));
        return new Results(
                Results.SCHEMA,
                first.preset(),
                first.baseline(),
                parts.stream()
                        .map(Part::machine)
                        .min(Comparator.comparing(Machine::startedAt))
                        .orElseThrow(),
                all(runs, Results::cells),
                all(runs, Results::absent).stream().distinct().toList(),
                all(runs, Results::published).stream().distinct().toList(),
                claims(runs),
                about(runs),
                null,
                suites.stream().flatMap(suite -> leftOut(suite, runs)).toList(),
                all(runs, Results::withoutRate).stream().distinct().toList(),
                all(runs, Results::titles).stream().distinct().toList(),
                parts,
                all(runs, Results::terms).stream().distinct().toList(),
                all(runs, Results::selfDistances));
    }

    private static void refuseTwice(List<Results> runs) {
        Set<String> taken = new HashSet<>();
        runs.stream()
                .flatMap(run -> run.cells().stream()
                        .map(cell -> "%s, placement %s".formatted(cell.suite(), cell.placement()))
                        .distinct())
                .filter(each -> !taken.add(each))
                .findFirst()
                .ifPresent(twice -> {
                    throw new LabException(
                            ("Two of the runs have the suite %s, and their systems took no turns; show them apart, or"
                                            + " side by side with 'wherry lab compare'")
                                    .formatted(twice));
                });
    }

    private static void refuseOtherTerms(String suite, List<Results> runs) {
        same("modes of " + suite, runs, run -> modes(suite, run));
        same("parameters of " + suite, runs, run -> text(run.terms(suite)));
    }

    private static String modes(String suite, Results run) {
        return run.cells().stream()
                .filter(cell -> cell.suite().equals(suite))
                .map(Cell::mode)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String text(Terms terms) {
        String params = terms.params().entrySet().stream()
                .map(param -> Parameters.option(param.getKey(), param.getValue()))
                .collect(Collectors.joining(" "));
        return "%s%s".formatted(params.isEmpty() ? "the preset's" : params, terms.uncapped() ? " --uncapped" : "");
    }

    /** Returns each claim as judged by the first run that can judge it. Some claims need one placement. */
    private static List<JudgedClaim> claims(List<Results> runs) {
        Map<List<String>, JudgedClaim> judged = new LinkedHashMap<>();
        for (Results run : runs) {
            for (JudgedClaim claim : run.claims()) {
                judged.merge(
                        List.of(claim.suite(), claim.sentence(), claim.says()),
                        having(claim.suite(), runs).size() > 1 ? placed(claim, run) : claim,
                        (one, other) -> one.verdict() == Outcome.NOT_TESTABLE && other.verdict() != Outcome.NOT_TESTABLE
                                ? other
                                : one);
            }
        }
        return List.copyOf(judged.values());
    }

    private static JudgedClaim placed(JudgedClaim claim, Results run) {
        List<Part> parts = run.runs().stream()
                .filter(part -> part.suites().contains(claim.suite()))
                .toList();
        return claim.verdict() == Outcome.NOT_TESTABLE || parts.size() > 1
                ? claim
                : claim.at(parts.getFirst().placement());
    }

    /** Returns what a run of the suite left out and no other of its runs has. */
    private static Stream<LeftOut> leftOut(String suite, List<Results> runs) {
        List<Cell> cells = all(runs, Results::cells).stream()
                .filter(cell -> cell.suite().equals(suite))
                .toList();
        List<LeftOut> all = all(runs, Results::leftOut).stream()
                .filter(each -> each.suite().equals(suite))
                .toList();
        LeftOut left = new LeftOut(
                suite,
                without(cells, Cell::system, all, LeftOut::systems),
                without(cells, Cell::workload, all, LeftOut::workloads));
        return left.systems().isEmpty() && left.workloads().isEmpty() ? Stream.of() : Stream.of(left);
    }

    private static List<String> without(
            List<Cell> cells, Function<Cell, String> has, List<LeftOut> all, Function<LeftOut, List<String>> left) {
        Set<String> had = cells.stream().map(has).collect(Collectors.toSet());
        return all.stream()
                .flatMap(each -> left.apply(each).stream())
                .distinct()
                .filter(each -> !had.contains(each))
                .toList();
    }

    private static List<Results> having(String suite, List<Results> runs) {
        return runs.stream()
                .filter(run ->
                        run.runs().stream().anyMatch(part -> part.suites().contains(suite)))
                .toList();
    }

    private static void same(String what, List<Results> runs, Function<Results, String> of) {
        List<String> different = runs.stream().map(of).distinct().toList();
        if (different.size() > 1) {
            throw new LabException("The runs have different %s: %s. Only runs with the same are shown together"
                    .formatted(what, String.join("; ", different)));
        }
    }

    private static <T> List<T> all(List<Results> runs, Function<Results, List<T>> what) {
        return runs.stream().map(what).flatMap(Collection::stream).toList();
    }

    private static Map<String, About> about(List<Results> runs) {
        Map<String, About> about = new LinkedHashMap<>();
        runs.stream().map(Results::about).forEach(about::putAll);
        return about;
    }
}
