package dev.wherry.internal.statistics;

/** What a call runs on; see {@code MethodStatistics}. */
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
