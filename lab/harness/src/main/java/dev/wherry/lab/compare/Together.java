package dev.wherry.lab.compare;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.results.About;
import dev.wherry.lab.results.LoopCost;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Part;
import dev.wherry.lab.results.Results;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts runs of different suites together, because all suites in one take longer than a machine is quiet. Nothing is compared
 * across them: each suite is of one run, in which its systems took turns; so they need not be of one machine.
 */
public final class Together {
    private Together() {}

    /**
     * These runs as one, in this order; a single one as it is.
     *
     * @param runs at least one
     * @throws LabException where they are not of one preset and baseline, where a suite is in two of them, and where
     *     one had its servers on another host
     */
    public static Results of(List<Results> runs) {
        Results first = runs.getFirst();
        if (runs.size() == 1) {
            return first;
        }
        same("presets", runs, Results::preset);
        same("baselines", runs, run -> Objects.requireNonNullElse(run.baseline(), "none"));
        if (runs.stream().anyMatch(run -> run.serverHost() != null)) {
            throw new LabException("One of the runs had its servers on another host; show it by itself");
        }
        List<Part> parts = all(runs, Results::runs);
        parts.stream()
                .flatMap(part -> part.suites().stream())
                .collect(Collectors.groupingBy(Function.identity(), LinkedHashMap::new, Collectors.counting()))
                .forEach((suite, times) -> {
                    if (times > 1) {
                        throw new LabException(
                                ("The suite %s is in %d of the runs, whose systems took no turns; show them apart, or side by"
                                                + " side with 'wherry lab compare'")
                                        .formatted(suite, times));
                    }
                });
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
                all(runs, Results::published),
                resumedAt(runs),
                all(runs, Results::claims),
                about(runs),
                null,
                all(runs, Results::leftOut),
                dearest(all(runs, Results::loops)),
                all(runs, Results::withoutRate),
                all(runs, Results::titles),
                parts,
                all(runs, Results::terms));
    }

    private static void same(String what, List<Results> runs, Function<Results, String> of) {
        List<String> different = runs.stream().map(of).distinct().toList();
        if (different.size() > 1) {
            throw new LabException("The runs have different %s: %s. Only runs of one are shown together"
                    .formatted(what, String.join("; ", different)));
        }
    }

    private static <T> List<T> all(List<Results> runs, Function<Results, List<T>> what) {
        return runs.stream().map(what).flatMap(Collection::stream).toList();
    }

    private static @Nullable List<Instant> resumedAt(List<Results> runs) {
        List<Instant> times = runs.stream()
                .map(Results::resumedAt)
                .filter(Objects::nonNull)
                .flatMap(Collection::stream)
                .toList();
        return times.isEmpty() ? null : times;
    }

    private static Map<String, About> about(List<Results> runs) {
        Map<String, About> about = new LinkedHashMap<>();
        runs.stream().map(Results::about).filter(Objects::nonNull).forEach(about::putAll);
        return about;
    }

    /** Each loop as it was where it cost most. */
    private static List<LoopCost> dearest(List<LoopCost> loops) {
        Map<String, LoopCost> dearest = new LinkedHashMap<>();
        loops.forEach(loop -> dearest.merge(
                loop.system(), loop, (one, other) -> one.nanosPerCall() >= other.nanosPerCall() ? one : other));
        return new ArrayList<>(dearest.values());
    }
}
