package dev.wherry.lab.results;

import java.util.Map;
import java.util.Objects;

/**
 * What a suite and its workloads are called, for people.
 *
 * @param suite its name
 * @param title such as {@code Mobility-RPC versus Java RMI}
 * @param workloads by name, such as {@code One person a call, by number of callers}
 * @param remarks by workload, what a reader has to know of its figures; those without are left out, all of them in files from
 *     before there were any
 */
public record Titles(String suite, String title, Map<String, String> workloads, Map<String, String> remarks) {
    /** Reads files from before there were remarks. */
    public Titles {
        remarks = Objects.requireNonNullElse(remarks, Map.of());
    }
}
