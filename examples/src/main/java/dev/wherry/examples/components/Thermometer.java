package dev.wherry.examples.components;

/** A facet of sensors. */
public interface Thermometer {
    /** Measures the temperature. */
    Reading read();

    /**
     * A temperature.
     *
     * @param process the id of the process that has measured it
     */
    record Reading(double celsius, long process) {}
}
