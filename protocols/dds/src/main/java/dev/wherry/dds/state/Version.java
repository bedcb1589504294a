package dev.wherry.dds.state;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value of a key, or the fact that it was removed.
 *
 * @param value null if it was removed
 * @param payload the value in CDR, or the key alone if it was removed
 * @param nanos when it was written, in nanoseconds since 1970 by the clock of its writer
 */
@SuppressWarnings("ArrayRecordComponent") // equals is not used
record Version<V>(List<?> key, @Nullable V value, byte[] payload, long nanos) {
    boolean isRemoval() {
        return value == null;
    }

    /** Returns whether this wins: the later time, then the removal, then the larger bytes. So all processes choose the same one. */
    boolean isNewerThan(Version<V> other) {
        if (nanos != other.nanos) {
            return nanos > other.nanos;
        }
        if (isRemoval() != other.isRemoval()) {
            return isRemoval();
        }
        return Arrays.compareUnsigned(payload, other.payload) > 0;
    }
}
