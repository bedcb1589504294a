package dev.wherry.codec.compact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the values of one class lie on the wire, after their head. Immutable but for caches; for any thread. */
abstract class Form {
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

    Form(Class<?> type, boolean nests, boolean kept, boolean closed) {
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
    Form(Class<?> type) {
        this(type, false, false, false);
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

    /**
     * Whether a value of this form could stand at a place. It is asked before the value is read, so that nothing is made of
     * bytes that do not belong there.
     */
    boolean fits(Place place) {
        return place.raw.isAssignableFrom(type);
    }

    /** This form as it is used at a place: the same, or one that keeps identity. */
    Form at(Place place) {
        return this;
    }

    /** Head and value; or a reference back. */
    final void put(Object value, Place at, Writer to) {
        int number = number(value, to);
        if (number != Writer.BACK) {
            Form form = of(number);
            form.head(to);
            form.body(value, at, number, to);
        }
    }

    /** The number that a value gets, or one of the Writer's words for having none. */
    final int number(Object value, Writer to) {
        return kept ? to.number(value, this) : Writer.UNNUMBERED;
    }

    /** The form of a value with this number. */
    final Form of(int number) {
        return number == Writer.COPY ? ((KeptForm) this).plain : this;
    }

    final void body(Object value, Place at, int number, Writer to) {
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

    final @Nullable Object get(Place at, Reader from) {
        if (kept) {
            return from.getKept(this, at);
        }
        return nests ? from.descend(this, at, -1) : read(at, from, -1);
    }
}
