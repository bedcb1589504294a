package dev.wherry.lab.results;

/**
 * The ways of measuring, as suites and results name them. A smoke run's preset has the name of its mode, and no
 * other preset has that mode.
 */
public final class Mode {
    /** Measures as the original did, with its faults, and only what the original measured. */
    public static final String FAITHFUL = "faithful";

    /** Measures fairly. */
    public static final String CORRECTED = "corrected";

    /** Checks answers. The times mean nothing. */
    public static final String SMOKE = "smoke";

    private Mode() {}
}
