package dev.wherry.testkit.sample;

/** A declared exception with a field. */
public class Overdrawn extends Exception {
    private final int missing;

    public Overdrawn(int missing) {
        super("missing " + missing);
        this.missing = missing;
    }

    public int missing() {
        return missing;
    }
}
