package dev.wherry.text;

/** Admits a number of events in each period and counts the others. For any thread. */
public final class Throttle {
    private final int most;
    private final long stretch;
    private boolean begun;
    private long since;
    private int passed;
    private long held;

    public Throttle(int most, long stretchNanos) {
        this.most = most;
        stretch = stretchNanos;
    }

    /** Returns the end of the next line in the log, which counts the events held back; empty if there were none. */
    public static String more(long heldBack) {
        return heldBack == 0 ? "" : " (and " + heldBack + " more since the last such line)";
    }

    /** Returns the number of events held back since the last admitted one; -1 if this one is held back too. */
    public synchronized long next(long now) {
        if (!begun || now - since >= stretch) {
            begun = true;
            since = now;
            passed = 0;
        }
        if (passed == most) {
            held++;
            return -1;
        }
        passed++;
        long before = held;
        held = 0;
        return before;
    }
}
