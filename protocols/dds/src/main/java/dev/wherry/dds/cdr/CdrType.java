package dev.wherry.dds.cdr;

import dev.wherry.dds.types.Representation;
import org.jspecify.annotations.Nullable;

/** How values of one type are bytes. Immutable; for any thread. */
abstract class CdrType {
    /** Writes a value that is not null and of the type's class. */
    abstract void write(CdrWriter to, Object value);

    /** Reads a value. */
    abstract Object read(CdrReader from);

    /** Returns the value of a member that a peer does not have yet. */
    abstract Object missing(CdrReader from);

    /** Returns whether values are numbers, characters or truth values, of which sequences have no length in bytes. */
    boolean isPrimitive() {
        return false;
    }

    /** Returns how the header of a member says its length in {@link Representation#XCDR2}; see {@link ParameterHeaders}. */
    int lengthCode() {
        return ParameterHeaders.LENGTH_FOLLOWS;
    }

    /** Writes a value, of which null is refused. */
    final void writeRequired(CdrWriter to, @Nullable Object value) {
        if (value == null) {
            throw to.failure("null, where there must be a value");
        }
        write(to, value);
    }
}
