package dev.wherry.memory;

/** How a platform thread waits for its peer. */
public enum Waiting {
    /** Spins for a short time if spinning succeeded recently and a core is free, then sleeps. */
    ADAPTIVE,
    /** Sleeps at once: slower for a single caller, but no processor time is spent on waiting. */
    ASLEEP
}
