package dev.wherry.codec.compact;

import org.jspecify.annotations.Nullable;

/** How the values of one class lie on the wire, after their head. Immutable but for caches; for any thread. */
abstract class Form {
    /** Of what it reads; what it writes may be of a subclass. */
    final Class<?> type;

    Form(Class<?> type) {
        this.type = type;
    }

    abstract void head(Writer to);

    /** Writes a value whose head stands before it. {@code at} is the place where it stands. */
    abstract void write(Object value, Place at, Writer to);

    /**
     * Reads a value whose head was read.
     *
     * @param slot where the object goes for those who refer to it, -1 if nobody does
     */
    abstract Object read(Place at, Reader from, int slot);

    /** Whether objects of this form are numbered, so that a second appearance is a reference back to the first. */
    boolean kept() {
        return false;
    }

    /** Whether values hold others, so that writing one may go deep. */
    boolean nests() {
        return false;
    }

    /** Whether the form lends itself to reading back only once all its parts are there. */
    boolean closed() {
        return false;
    }

    /** Whether an object must be asked first if it travels by reference. */
    boolean mayBeReference() {
        return false;
    }

    /** This form as it is used at a place: the same, or one that keeps identity. */
    Form at(Place place) {
        return this;
    }

    /** Head and value; or a reference back. */
    final void put(Object value, Place at, Writer to) {
        if (kept()) {
            to.putKept(value, this, at);
        } else {
            head(to);
            body(value, at, to);
        }
    }

    final void body(Object value, Place at, Writer to) {
        if (nests()) {
            to.descend(this, value, at);
        } else {
            write(value, at, to);
        }
    }

    final @Nullable Object get(Place at, Reader from) {
        if (kept()) {
            return from.getKept(this, at);
        }
        return nests() ? from.descend(this, at, -1) : read(at, from, -1);
    }
}
