package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Where in a suite a claim looks: {@code { workload = "people-by-threads", threads = 16 }}. A parameter that it leaves open is
 * open: the rounds of all its values count alike, as in the averages that an original took over its rows.
 *
 * @param workload of the suite
 * @param params those that are given
 */
record Where(String workload, @JsonAnySetter Map<String, Long> params) {
    Where {
        Requirements.check(workload, "each place that a claim looks at needs a workload");
        params = new TreeMap<>(Objects.requireNonNullElse(params, Map.of()));
    }

    boolean has(Cell cell) {
        return cell.workload().equals(workload) && cell.params().entrySet().containsAll(params.entrySet());
    }

    /** Such as {@code people-by-threads, threads 16}. */
    String label() {
        return params.isEmpty() ? workload : workload + ", " + settings();
    }

    /** What tells it from other places that the same claim looks at. */
    String label(List<Where> all) {
        boolean sameWorkload = all.stream().map(Where::workload).distinct().count() == 1;
        Map<String, Long> own = new LinkedHashMap<>(params);
        own.entrySet()
                .removeIf(param -> sameWorkload
                        && all.stream().allMatch(where -> param.getValue().equals(where.params.get(param.getKey()))));
        return !sameWorkload || params.isEmpty() ? label() : own.isEmpty() ? settings() : Parameters.label(own);
    }

    /** Such as {@code threads 16}. */
    String settings() {
        return Parameters.label(params);
    }

    /** The same with one parameter more. */
    Where with(String param, long value) {
        Map<String, Long> more = new TreeMap<>(params);
        more.put(param, value);
        return new Where(workload, more);
    }
}
