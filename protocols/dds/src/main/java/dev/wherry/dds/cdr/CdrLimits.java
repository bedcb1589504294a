package dev.wherry.dds.cdr;

import dev.wherry.Limits;

/**
 * The most that reading one value may take.
 *
 * @param memory of the heap, in bytes
 * @param depth of structures, unions and sequences within each other
 * @param work of which {@link Limits#graphObjects} limits how much is hashed and compared
 */
public record CdrLimits(long memory, int depth, Limits work) {
    private static final long MEMORY_PER_BYTE = 64;
    private static final long FREE_MEMORY = 8_000_000;
    private static final int DEPTH = 200;

    /** Returns the usual limits for a value of so many bytes: 64 bytes of memory for each, and 8 MB besides. */
    public static CdrLimits of(int bytes, Limits work) {
        return new CdrLimits(FREE_MEMORY + MEMORY_PER_BYTE * bytes, Math.min(DEPTH, work.graphDepth()), work);
    }
}
