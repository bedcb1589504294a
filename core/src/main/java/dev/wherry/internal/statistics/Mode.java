package dev.wherry.internal.statistics;

/** The kinds of threads that run calls; see {@code MethodStatistics}. */
public enum Mode {
    LANE(0),
    MEMORY(1),
    LOOP(2),
    THREAD(3);

    /** Where its calls are counted. */
    final int index;

    Mode(int index) {
        this.index = index;
    }
}
