package dev.wherry.codec;

import java.lang.reflect.Field;

/**
 * A field that some operation on an object visits.
 *
 * @param how the operation on the object in the field
 */
public record Visit(Field field, How how) {
    /**
     * An operation on an object. It may visit the objects in its fields.
     *
     * @param name the name of the method that is called, or of the field that is read
     * @param descriptor the descriptor of the method; for a field, the class that has it
     */
    public record How(Kind kind, String name, String descriptor) {
        /** The object is hashed, or compared with another one. */
        public static final How HASHED = new How(Kind.HASHED, "", "");
        /** The object is compared by its own order alone. */
        public static final How ORDERED = new How(Kind.ORDERED, "", "");
        /** Any field of the object may be read. */
        public static final How ANY = new How(Kind.ANY, "", "");

        /** A method of the object is called. The result may be hashed. */
        static How called(String name, String descriptor) {
            return new How(Kind.CALLED, name, descriptor);
        }

        /** A field of the object is read. Its value may be hashed. */
        static How read(String owner, String name) {
            return new How(Kind.READ, name, owner);
        }
    }

    /** The kinds of operations. */
    public enum Kind {
        HASHED,
        ORDERED,
        CALLED,
        READ,
        ANY
    }
}
