package dev.wherry.codec;

import java.lang.reflect.Field;

/**
 * A field that some operation on an object visits.
 *
 * @param how what is done with the object in it
 */
public record Visit(Field field, How how) {
    /**
     * An operation on an object, which may lead to those in its fields.
     *
     * @param name of the method that is called, or the field that is read
     * @param descriptor of the method; of a field, the class that has it
     */
    public record How(Kind kind, String name, String descriptor) {
        /** It is hashed, or compared with another one. */
        public static final How HASHED = new How(Kind.HASHED, "", "");
        /** It is compared by its own order alone. */
        public static final How ORDERED = new How(Kind.ORDERED, "", "");
        /** Any of its fields may be asked for. */
        public static final How ANY = new How(Kind.ANY, "", "");

        /** A method of it is called; what this returns may be hashed. */
        static How called(String name, String descriptor) {
            return new How(Kind.CALLED, name, descriptor);
        }

        /** A field of it is read; what this holds may be hashed. */
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
