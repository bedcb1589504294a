package dev.wherry.lab.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of two runs, A and B, cell by cell: the same system with the same parameters in the same workload. Within a run
 * the systems take turns, so that they all meet the same state of the machine. Two runs may meet different states, and a
 * difference may be due to that.
 *
 * <p>A cell that neither run measured, and one whose calls went wrong in both, is left out.
 *
 * @param caution a sentence that says so; of a run with itself, that it is one
 * @param warnings the conditions that only one of the runs had
 */
public record RunComparison(
        String caution, List<String> warnings, List<Both> cells, List<One> onlyInFirst, List<One> onlyInSecond) {
    private static final String CAUTION =
            "These are different runs, which took no turns: a difference may be the machine's, which was doing something else"
                    + " that hour, and not the system's. Compare with care, or run both in one.";

    private static final String SAME = "Both are the same run: nothing can differ.";

    /**
     * A cell of both runs.
     *
     * @param name of the system, with the addition that it shared memory in either run
     * @param saturated the runs that answered fewer calls than they offered, so that latencies have little meaning
     */
    public record Both(@JsonUnwrapped Key cell, String name, String saturated, List<Figure> figures) {
        private List<String> measures() {
            return figures.stream().map(Figure::measure).toList();
        }
    }

    /** The medians over the rounds, in the unit that the name of the measure has. */
    public record Figure(String measure, double first, double second, double ratio, Difference difference) {}

    /** A cell that one run measured, and what became of it in the other. */
    public record One(@JsonUnwrapped Key cell, String name, String other) {}

    /** The properties that cells of both runs must share. */
    public record Key(
            String suite,
            String workload,
            String system,
            @Nullable String ordinaryCall,
            Map<String, Long> params) {
        Key(Cell cell) {
            this(cell.suite(), cell.workload(), cell.system(), cell.ordinaryCall(), cell.params());
        }
    }

    /**
     * Compares two runs.
     *
     * @throws LabException if one was put together of several runs of a suite
     */
    public static RunComparison of(Results first, Results second) {
        Stream.of(first, second)
                .flatMap(run -> run.suiteOfSeveral().stream())
                .findFirst()
                .ifPresent(suite -> {
                    throw new LabException(
                            "One was put together of several runs of %s; compare one of these".formatted(suite));
                });
        List<Both> both = new ArrayList<>();
        List<One> onlyInFirst = new ArrayList<>();
        List<One> onlyInSecond = new ArrayList<>();
        Map<Key, Cell> others = byKey(second);
        byKey(first).forEach((key, one) -> {
            Cell other = others.remove(key);
            if (one.sound() && other != null && other.sound()) {
                both.add(both(key, one, other));
            } else if (one.sound()) {
                onlyInFirst.add(only(one, other));
            } else if (other != null && other.sound()) {
                onlyInSecond.add(only(other, one));
            }
        });
        others.values().stream().filter(Cell::sound).forEach(cell -> onlyInSecond.add(only(cell, null)));
        boolean same = first.machine().equals(second.machine()) && first.cells().equals(second.cells());
        return new RunComparison(same ? SAME : CAUTION, warnings(first, second), both, onlyInFirst, onlyInSecond);
    }

    private static Map<Key, Cell> byKey(Results results) {
        Map<Key, Cell> all = new LinkedHashMap<>();
        results.cells().forEach(cell -> all.putIfAbsent(new Key(cell), cell));
        return all;
    }

    private static Both both(Key key, Cell one, Cell other) {
        String saturated = Stream.of(one.saturated() ? "A" : "", other.saturated() ? "B" : "")
                .filter(run -> !run.isEmpty())
                .collect(Collectors.joining(" and "));
        return new Both(
                key,
                Series.name(key.system(), key.ordinaryCall(), one.sharesMemory() || other.sharesMemory()),
                saturated,
                Measure.brief(key.params()).stream()
                        .map(measure -> figure(measure, one, other))
                        .toList());
    }

    private static Figure figure(Measure measure, Cell one, Cell other) {
        double first = measure.median(one).orElseThrow();
        double second = measure.median(other).orElseThrow();
        return new Figure(measure.column, first, second, second / first, measure.difference(one, other));
    }

    private static One only(Cell cell, @Nullable Cell other) {
        String name = Series.name(cell.system(), cell.ordinaryCall(), false);
        if (other == null) {
            return new One(new Key(cell), name, "not run");
        }
        return new One(
                new Key(cell), name, other.rounds().isEmpty() ? other.verdict().label() : "calls went wrong");
    }

    private static List<String> warnings(Results first, Results second) {
        Set<String> shared = systems(first);
        shared.retainAll(systems(second));
        Set<String> ofFirst = conditions(first, shared);
        Set<String> ofSecond = conditions(second, shared);
        return Stream.concat(
                        ofFirst.stream()
                                .filter(each -> !ofSecond.contains(each))
                                .map("only A has "::concat),
                        ofSecond.stream()
                                .filter(each -> !ofFirst.contains(each))
                                .map("only B has "::concat))
                .toList();
    }

    private static Set<String> systems(Results results) {
        return results.cells().stream()
                .filter(Cell::sound)
                .map(Cell::system)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns what was measured where and how; of the systems, only of those that both runs measured. */
    private static Set<String> conditions(Results results, Set<String> systems) {
        Set<String> all = new TreeSet<>();
        results.machines().keySet().forEach(machine -> all.add("the machine " + machine));
        all.add("the preset " + results.preset());
        for (Cell cell : results.cells()) {
            all.add("the mode " + cell.mode());
            all.add("the placement " + cell.placement());
            if (cell.sound() && systems.contains(cell.system())) {
                all.add("%s in the versions %s".formatted(cell.system(), cell.versions()));
                all.add("%s with the JVM flags %s".formatted(cell.system(), cell.jvmFlags()));
                all.add("%s over the transport %s".formatted(cell.system(), cell.transport()));
            }
        }
        return all;
    }

    public String toJson() {
        return JsonMapper.shared().writeValueAsString(this);
    }

    /** Returns the text for a terminal: the warnings, then a table for each workload. */
    public String text() {
        StringBuilder out = new StringBuilder(caution).append('\n');
        warnings.forEach(warning ->
                out.append("warning: ").append(PlainText.safe(warning)).append('\n'));
        if (cells.isEmpty()) {
            out.append("\nNo cell was measured in both.\n");
        }
        Grid.group(cells, both -> List.of(both.cell().suite(), both.cell().workload(), both.measures()))
                .values()
                .forEach(table -> append(table, out));
        append("A", onlyInFirst, out);
        append("B", onlyInSecond, out);
        return out.toString();
    }

    private static void append(List<Both> cells, StringBuilder out) {
        Both any = cells.getFirst();
        out.append("\n%s\n"
                .formatted(PlainText.safe(any.cell().suite() + " " + any.cell().workload())));
        List<List<String>> rows = new ArrayList<>();
        rows.add(columns(any, measure -> Stream.of(measure.measure() + ", A", "B", "B / A"), "", "system", ""));
        Map<String, Long> before = Map.of();
        for (Both both : cells) {
            Map<String, Long> params = both.cell().params();
            rows.add(columns(
                    both,
                    RunComparison::text,
                    params.equals(before) ? "" : PlainText.safe(Parameters.label(params)),
                    PlainText.safe(both.name()),
                    both.saturated().isEmpty() ? "" : "saturated in " + both.saturated()));
            before = params;
        }
        PlainText.align(out, rows);
    }

    private static List<String> columns(
            Both both, Function<Figure, Stream<String>> text, String point, String system, String remark) {
        return Stream.of(Stream.of(point, system), both.figures().stream().flatMap(text), Stream.of(remark))
                .flatMap(Function.identity())
                .toList();
    }

    private static Stream<String> text(Figure figure) {
        Spread none = new Spread(figure.ratio(), figure.ratio());
        return Stream.of(
                Numbers.rounded(figure.first()),
                Numbers.rounded(figure.second()),
                RatioText.of(figure.ratio(), none, figure.difference()).text());
    }

    private static void append(String run, List<One> cells, StringBuilder out) {
        if (!cells.isEmpty()) {
            out.append("\nmeasured in %s only:\n".formatted(run));
        }
        for (One one : cells) {
            out.append("  %s\n"
                    .formatted(PlainText.safe("%s %s, %s, %s: %s in the other"
                            .formatted(
                                    one.cell().suite(),
                                    one.cell().workload(),
                                    one.name(),
                                    Parameters.label(one.cell().params()),
                                    one.other()))));
        }
    }
}
