package dev.wherry.memory;

/** How a platform thread waits for its peer. */
public enum Waiting {
    /** Spins for a moment where that has paid off lately and leaves a core free, then sleeps. */
    ADAPTIVE,
    /** Sleeps at once: somewhat slower for one caller, and never more than the work itself costs. */
    ASLEEP
}
