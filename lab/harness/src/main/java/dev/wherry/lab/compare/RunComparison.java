package dev.wherry.lab.compare;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of two runs, cell by cell: the same system with the same parameters in the same workload. Within a run the
 * systems take turns, so that they all meet the same state of the machine. Two runs may meet different states, and a difference
 * may be due to that.
 *
 * <p>A cell that neither run measured, and one whose calls went wrong in both, is left out.
 *
 * @param caution that, in a sentence; of a run with itself, that it is one
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
     * @param sharesMemory whether any of its calls used shared memory, in either run
     * @param saturatedInFirst whether the first run answered fewer calls than it offered: then latencies have little meaning
     */
    public record Both(
            @JsonUnwrapped Key cell,
            boolean sharesMemory,
            boolean saturatedInFirst,
            boolean saturatedInSecond,
            Figure callsPerSecond,
            Figure p50Nanos,
            Figure p99Nanos) {}

    /** The medians over the rounds. */
    public record Figure(double first, double second, double ratio, Difference difference) {}

    public record One(@JsonUnwrapped Key cell, String other) {}

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
     * Of these runs.
     *
     * @throws LabException where one was put together of several runs of a suite
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
                both.add(both(one, other));
            } else if (one.sound()) {
                onlyInFirst.add(only(one, other));
            } else if (other != null && other.sound()) {
                onlyInSecond.add(only(other, one));
            }
        });
        others.values().stream().filter(Cell::sound).forEach(cell -> onlyInSecond.add(only(cell, null)));
        String caution = isSame(first, second) ? SAME : CAUTION;
        return new RunComparison(caution, Warnings.of(first, second), both, onlyInFirst, onlyInSecond);
    }

    /** Returns whether both are one run, judged or not. */
    private static boolean isSame(Results first, Results second) {
        return first.machine().equals(second.machine()) && first.cells().equals(second.cells());
    }

    private static Map<Key, Cell> byKey(Results results) {
        Map<Key, Cell> all = new LinkedHashMap<>();
        results.cells().forEach(cell -> all.putIfAbsent(new Key(cell), cell));
        return all;
    }

    private static Both both(Cell one, Cell other) {
        return new Both(
                new Key(one),
                one.sharesMemory() || other.sharesMemory(),
                one.saturated(),
                other.saturated(),
                figure(one, other, Round::callsPerSecond),
                figure(one, other, round -> round.latencyNanos().p50()),
                figure(one, other, round -> round.latencyNanos().p99()));
    }

    private static Figure figure(Cell one, Cell other, ToDoubleFunction<Round> figure) {
        double first = one.median(figure).orElseThrow();
        double second = other.median(figure).orElseThrow();
        return new Figure(first, second, second / first, Difference.of(one, other, figure));
    }

    private static One only(Cell cell, @Nullable Cell other) {
        return new One(new Key(cell), became(other));
    }

    private static String became(@Nullable Cell other) {
        if (other == null) {
            return "not run";
        }
        return other.rounds().isEmpty() ? other.verdict().label() : "calls went wrong";
    }

    public String toJson() {
        return JsonMapper.shared().writeValueAsString(this);
    }
}
