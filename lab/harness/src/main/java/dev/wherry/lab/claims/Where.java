package dev.wherry.lab.claims;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import dev.wherry.lab.results.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A place in a suite that a claim is about: {@code { workload = "people-by-threads", threads = 16 }}. The rounds of all values
 * of a parameter that is not given count equally, as in the averages that an original took over its rows.
 */
record Where(String workload, @JsonAnySetter @EmptyIfAbsent Map<String, Long> params) {
    Where {
        params = new TreeMap<>(Objects.requireNonNullElse(params, Map.of()));
    }

    boolean has(Cell cell) {
        return cell.workload().equals(workload) && cell.params().entrySet().containsAll(params.entrySet());
    }

    /** Returns such as {@code people-by-threads, threads 16}. */
    String label() {
        return params.isEmpty() ? workload : workload + ", " + settings();
    }

    /** Returns what distinguishes it from the other places of the same claim. */
    String label(List<Where> all) {
        boolean sameWorkload = all.stream().map(Where::workload).distinct().count() == 1;
        Map<String, Long> own = new LinkedHashMap<>(params);
        own.entrySet()
                .removeIf(param -> sameWorkload
                        && all.stream().allMatch(where -> param.getValue().equals(where.params.get(param.getKey()))));
        return !sameWorkload || params.isEmpty() ? label() : own.isEmpty() ? settings() : Parameters.label(own);
    }

    String settings() {
        return Parameters.label(params);
    }

    Where with(String param, long value) {
        Map<String, Long> more = new TreeMap<>(params);
        more.put(param, value);
        return new Where(workload, more);
    }
}
