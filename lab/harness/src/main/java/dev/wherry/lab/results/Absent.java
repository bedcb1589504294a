package dev.wherry.lab.results;

/**
 * A system that was asked for and is not on this machine.
 *
 * @param system the peer's folder name
 * @param probe what was looked for and what was found instead
 * @param install how to get it
 */
public record Absent(String system, String probe, String install) {}
