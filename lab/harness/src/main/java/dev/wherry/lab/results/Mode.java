package dev.wherry.lab.results;

/**
 * How figures are come by, as suites and results name it. A smoke run's preset has the name of its mode, and no
 * other preset has that mode.
 */
public final class Mode {
    /** As the original did, with its faults, and nothing that the original did not. */
    public static final String FAITHFUL = "faithful";

    /** Fairly. */
    public static final String CORRECTED = "corrected";

    /** Answers count and times mean nothing. */
    public static final String SMOKE = "smoke";

    private Mode() {}
}
