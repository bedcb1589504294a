package dev.wherry.lab.results;

import java.util.List;

/**
 * What a suite could have run and did not, because its preset does not name it and nobody asked for it.
 *
 * @param suite which
 * @param systems that offer something of it
 * @param workloads of it
 */
public record LeftOut(String suite, List<String> systems, List<String> workloads) {}
