package dev.wherry.examples.components;

/** A facet of displays. */
public interface Screen {
    /** Shows a line. */
    void show(String line);
}
