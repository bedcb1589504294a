package dev.wherry.lab.suite;

import dev.wherry.lab.results.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One study of a suite: an operation over a grid of parameters.
 *
 * @param name such as {@code people-by-threads}
 * @param remark what a reader has to know of its figures; null for nothing
 * @param operation what the peers are asked to do, a word of the line protocol
 * @param ordinaryCall the operation that does the same work as an ordinary call, for systems that do not ship tasks; null
 *     if there is none
 * @param callsAtMost of a round, whatever a preset says that counts calls: for what takes long; null where it does not
 * @param together whether the callers make together what a preset says that each makes; null for no
 * @param freshProcesses whether each round has new processes without a warm-up, or all rounds have the same; null if the
 *     preset decides
 * @param ours whether the original had nothing of the kind, so that nothing can be faithful to it; null for no
 * @param params the grid: each parameter with its values, the first varying slowest
 * @param takes of the parameters with one value, which is the usual one, those that a plan may give others; null for none
 */
public record Workload(
        String name,
        String title,
        @Nullable String remark,
        String operation,
        @Nullable String ordinaryCall,
        @Nullable Long callsAtMost,
        @Nullable Boolean together,
        @Nullable Boolean freshProcesses,
        @Nullable Boolean ours,
        Map<String, List<Long>> params,
        @Nullable Map<String, Range> takes) {
    /** The operation each of whose calls needs something that is made right before it. */
    private static final String MADE_FOR_EACH_CALL = "shipVersion";

    /** The values that a parameter takes, both ends among them. */
    public record Range(long least, long most) {
        boolean has(long value) {
            return least <= value && value <= most;
        }
    }

    public Workload {
        require(name != null && title != null && operation != null, "a workload needs name, title and operation");
        require(params != null && !params.isEmpty(), "workload " + name + " needs params");
        params.forEach((param, values) ->
                Parameters.fault(param, values).ifPresent(fault -> require(false, name + ": " + fault)));
        ranges(takes).forEach((param, range) -> {
            List<Long> values = params.getOrDefault(param, List.of());
            require(
                    values.size() == 1 && range.has(values.getFirst()),
                    name + ": takes is about parameters with one value, which is in the range: " + param);
        });
    }

    private static Map<String, Range> ranges(@Nullable Map<String, Range> takes) {
        return Objects.requireNonNullElse(takes, Map.of());
    }

    /** Returns whether the parameters that take other values have their usual ones. */
    public boolean isUsual(Map<String, Long> values) {
        return ranges(takes).keySet().stream()
                .allMatch(param -> params.getOrDefault(param, List.of()).contains(values.get(param)));
    }

    /** Returns why these values are refused, in a sentence; empty if they are not. */
    public Optional<String> refusal(Map<String, List<Long>> wanted) {
        return ranges(takes).entrySet().stream()
                .flatMap(taken -> wanted.getOrDefault(taken.getKey(), List.of()).stream()
                        .filter(value -> !taken.getValue().has(value))
                        .map(value -> "%s takes %,d to %,d as %s, and %,d were asked for"
                                .formatted(
                                        name,
                                        taken.getValue().least(),
                                        taken.getValue().most(),
                                        taken.getKey(),
                                        value)))
                .findFirst();
    }

    /** Returns the same workload at each of these rates, which vary fastest. */
    public Workload offered(List<Long> rates) {
        Map<String, List<Long>> more = new LinkedHashMap<>(params);
        more.remove(Parameters.RATE);
        more.put(Parameters.RATE, rates);
        return new Workload(
                name, title, remark, operation, ordinaryCall, callsAtMost, together, freshProcesses, ours, more, takes);
    }

    /** Returns why an offered rate has no meaning here, in a clause; empty if it has one. */
    public Optional<String> whyNoRate() {
        if (params.containsKey(Parameters.PROCESSES)) {
            return Optional.of("each call is the first of a process that is started for it");
        }
        if (Boolean.TRUE.equals(freshProcesses)) {
            return Optional.of("it is about the first calls of new processes");
        }
        if (params.containsKey(Parameters.CALLS)) {
            return Optional.of("it is a series of so many calls, one after another");
        }
        return operation.equals(MADE_FOR_EACH_CALL)
                ? Optional.of("what a call needs is made right before it, and others would be due meanwhile")
                : Optional.empty();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Returns the operation for a system that offers these; empty if it offers none of them. */
    public Optional<String> asks(List<String> offered) {
        return offered.contains(operation)
                ? Optional.of(operation)
                : Optional.ofNullable(ordinaryCall).filter(offered::contains);
    }

    public boolean isOurs() {
        return Boolean.TRUE.equals(ours);
    }

    public boolean areTogether() {
        return Boolean.TRUE.equals(together);
    }

    /** Returns whether the parameter has several values here, or takes others. */
    public boolean varies(String param) {
        return params.getOrDefault(param, List.of()).size() > 1 || ranges(takes).containsKey(param);
    }

    public Schedule schedule(Schedule preset) {
        return freshProcesses == null ? preset : preset.withProcesses(freshProcesses);
    }

    /**
     * Returns the grid's points, with the given values instead of the suite's. A parameter that varies takes them all.
     * One that is fixed excludes the workload unless its value is among them.
     *
     * @param instead likewise, but what is fixed stays; what is wanted comes before it
     */
    public List<Map<String, Long>> points(Map<String, List<Long>> wanted, Map<String, List<Long>> instead) {
        List<Map<String, Long>> points = List.of(Map.of());
        for (Map.Entry<String, List<Long>> param : params.entrySet()) {
            String name = param.getKey();
            List<Long> own = varies(name) ? instead.getOrDefault(name, param.getValue()) : param.getValue();
            points = times(points, name, values(name, own, wanted));
        }
        return points;
    }

    private List<Long> values(String param, List<Long> own, Map<String, List<Long>> wanted) {
        List<Long> asked = wanted.get(param);
        if (asked == null) {
            return own;
        }
        return varies(param) ? asked : own.stream().filter(asked::contains).toList();
    }

    private static List<Map<String, Long>> times(List<Map<String, Long>> points, String param, List<Long> values) {
        List<Map<String, Long>> all = new ArrayList<>();
        for (Map<String, Long> point : points) {
            for (Long value : values) {
                Map<String, Long> longer = new LinkedHashMap<>(point);
                longer.put(param, value);
                all.add(longer);
            }
        }
        return all;
    }
}
