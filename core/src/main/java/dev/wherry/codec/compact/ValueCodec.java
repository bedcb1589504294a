package dev.wherry.codec.compact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes and reads the values of one class, after their head. Immutable except for caches; for any thread. */
abstract class ValueCodec {
    /** The class of values that it reads. It may write values of subclasses. */
    final Class<?> type;
    /** Whether values hold others, so that writing one may nest deeply. */
    final boolean nests;
    /** Whether objects are numbered, so that a second appearance is a reference back to the first. */
    final boolean numbered;
    /** Whether an object can be referred to only after all its parts have been read. */
    final boolean closed;
    /**
     * The interfaces as which its objects are passed by reference where a stub can be. Set before any thread uses the
     * codec.
     */
    List<Class<?>> references = List.of();

    /** Caches {@link #hashesByIdentity}: 0 if not known, 1 or -1. */
    private int identity;

    ValueCodec(Class<?> type, boolean nests, boolean numbered, boolean closed) {
        this.type = type;
        this.nests = nests;
        this.numbered = numbered;
        this.closed = closed;
    }

    /**
     * Returns whether hashing an object visits nothing beyond it, and nothing orders it by its contents. A class that
     * holds an array may visit its elements.
     */
    final boolean hashesByIdentity() {
        int known = identity;
        if (known == 0) {
            boolean visited = type.isArray() || Comparable.class.isAssignableFrom(type);
            identity = known = inheritsHashCode(type) && !visited ? 1 : -1;
        }
        return known > 0;
    }

    private static boolean inheritsHashCode(Class<?> type) {
        try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException | LinkageError e) {
            return false; // an interface, or a class that refers to missing ones
        }
    }

    /** For values that hold no others. */
    ValueCodec(Class<?> type) {
        this(type, false, false, false);
    }

    abstract void head(Writer to);

    /** Writes a value after its head. {@code at} is its slot. */
    abstract void write(Object value, Slot at, Writer to);

    /**
     * Reads a value after its head.
     *
     * @param id the number of the object for references back to it; -1 if it gets none
     */
    abstract Object read(Slot at, Reader from, int id);

    /**
     * Returns whether a value of this codec could be in a slot. This is checked before the value is read, so that
     * nothing is made of bytes that do not belong there.
     */
    boolean fits(Slot slot) {
        return slot.raw.isAssignableFrom(type);
    }

    /** Returns the codec that a slot uses: this one, or one that keeps identity. */
    ValueCodec at(Slot slot) {
        return this;
    }

    /** Writes head and value, or a reference back. */
    final void put(Object value, Slot at, Writer to) {
        int number = number(value, to);
        if (number != Writer.BACK) {
            ValueCodec codec = of(number);
            codec.head(to);
            codec.writeContent(value, at, number, to);
        }
    }

    /** Returns the number that a value gets, or one of {@link Writer}'s constants for values without one. */
    final int number(Object value, Writer to) {
        return numbered ? to.number(value, this) : Writer.UNNUMBERED;
    }

    /** Returns the codec of a value with this number. */
    final ValueCodec of(int number) {
        return number == Writer.COPY ? plain() : this;
    }

    /** Returns this codec without the identity of its values. */
    ValueCodec plain() {
        return this;
    }

    final void writeContent(Object value, Slot at, int number, Writer to) {
        if (number >= 0) {
            to.open(number);
        }
        if (nests) {
            to.descend(this, value, at);
        } else {
            write(value, at, to);
        }
        if (number >= 0) {
            to.close(number);
        }
    }

    final @Nullable Object get(Slot at, Reader from) {
        if (numbered) {
            return from.readNumbered(this, at);
        }
        return nests ? from.descend(this, at, -1) : read(at, from, -1);
    }
}
