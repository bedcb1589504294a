package dev.wherry.lab.claims;

import java.util.stream.Stream;

/** What the figures of a run say of a statement. */
enum Finding {
    /** It holds. */
    HOLDS,
    /** The run cannot tell. */
    OPEN,
    /** The opposite holds. */
    OPPOSED;

    static Finding of(boolean holds) {
        return holds ? HOLDS : OPPOSED;
    }

    /** Of both statements together: the worse of the two. */
    Finding and(Finding other) {
        return Stream.of(this, other).max(Enum::compareTo).orElseThrow();
    }
}
