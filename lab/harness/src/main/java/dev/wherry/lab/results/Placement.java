package dev.wherry.lab.results;

import java.util.Locale;

/** The placement of the two processes of a system. */
public enum Placement {
    /** The kernel chooses. */
    FREE,
    /** Both on one processor of the machine. */
    SAME_CORE,
    /** Each on a processor of its own, of different cores where the machine has those. */
    CROSS_CORE,
    /** Each in a separate network namespace, with a virtual cable between them: one machine, and no loopback. */
    VETH;

    /** The name on the command line and in the results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
