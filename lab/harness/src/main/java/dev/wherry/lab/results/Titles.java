package dev.wherry.lab.results;

import java.util.Map;

/**
 * What a suite and its workloads are called, for people.
 *
 * @param suite its name
 * @param title such as {@code Mobility-RPC versus Java RMI}
 * @param workloads by name, such as {@code One person a call, by number of callers}
 */
public record Titles(String suite, String title, Map<String, String> workloads) {}
