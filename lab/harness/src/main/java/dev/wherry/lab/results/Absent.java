package dev.wherry.lab.results;

import java.util.Objects;

/**
 * A system that was asked for and cannot be had on this machine.
 *
 * @param system the peer's folder name
 * @param probe what was looked for and what was found instead, or why it is known not to run
 * @param install how to get it
 * @param status {@code absent}, or {@code does not run} where installing it would not help
 */
public record Absent(String system, String probe, String install, String status) {
    private static final String ABSENT = "absent";

    /** Files from before that was kept have absent ones only. */
    public Absent {
        status = Objects.requireNonNullElse(status, ABSENT);
    }

    public Absent(String system, String probe, String install) {
        this(system, probe, install, ABSENT);
    }

    /** What is said of it, after its name. */
    public String told() {
        return "%s (%s)".formatted(ABSENT.equals(status) ? "is not on this machine" : status, probe);
    }
}
