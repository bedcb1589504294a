package dev.wherry.codec.compact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the values of one class lie on the wire, after their head. Immutable but for caches; for any thread. */
abstract class ValueCodec {
    /** Of what it reads; what it writes may be of a subclass. */
    final Class<?> type;
    /** Whether values hold others, so that writing one may go deep. */
    final boolean nests;
    /** Whether objects are numbered, so that a second appearance is a reference back to the first. */
    final boolean kept;
    /** Whether an object lends itself to reading back only once all its parts are there. */
    final boolean closed;
    /** As which its objects go by reference instead where a stub can stand; set before any thread sees the form. */
    List<Class<?>> references = List.of();

    /** Whether {@link #hashesByIdentity}: 0 if that is not known yet. */
    private int identity;

    ValueCodec(Class<?> type, boolean nests, boolean kept, boolean closed) {
        this.type = type;
        this.nests = nests;
        this.kept = kept;
        this.closed = closed;
    }

    /**
     * Whether hashing an object visits nothing beyond it, and nothing orders it by what it holds. An array is visited by a class
     * that holds it.
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
            return false; // an interface, or a class that names some that are not here
        }
    }

    /** Of values that hold no others. */
    ValueCodec(Class<?> type) {
        this(type, false, false, false);
    }

    abstract void head(Writer to);

    /** Writes a value whose head stands before it. {@code at} is the place where it stands. */
    abstract void write(Object value, Slot at, Writer to);

    /**
     * Reads a value whose head was read.
     *
     * @param id the number of the object for references back to it; -1 if it gets none
     */
    abstract Object read(Slot at, Reader from, int id);

    /**
     * Whether a value of this form could stand at a place. It is asked before the value is read, so that nothing is made of
     * bytes that do not belong there.
     */
    boolean fits(Slot slot) {
        return slot.raw.isAssignableFrom(type);
    }

    /** This form as it is used at a place: the same, or one that keeps identity. */
    ValueCodec at(Slot slot) {
        return this;
    }

    /** Head and value; or a reference back. */
    final void put(Object value, Slot at, Writer to) {
        int number = number(value, to);
        if (number != Writer.BACK) {
            ValueCodec codec = of(number);
            codec.head(to);
            codec.writeContent(value, at, number, to);
        }
    }

    /** The number that a value gets, or one of the Writer's words for having none. */
    final int number(Object value, Writer to) {
        return kept ? to.number(value, this) : Writer.UNNUMBERED;
    }

    /** The codec of a value with this number. */
    final ValueCodec of(int number) {
        return number == Writer.COPY ? plain() : this;
    }

    /** This codec without the identity of its values. */
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
        if (kept) {
            return from.getKept(this, at);
        }
        return nests ? from.descend(this, at, -1) : read(at, from, -1);
    }
}
