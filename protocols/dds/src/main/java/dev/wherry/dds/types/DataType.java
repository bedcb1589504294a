package dev.wherry.dds.types;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type as DDS describes it (OMG XTypes 1.3). No type has itself as a part.
 *
 * <p>Immutable, and for any thread.
 */
public sealed interface DataType {
    /** Types of one number, character or truth value. */
    enum Primitive implements DataType {
        BOOLEAN,
        /** The {@code octet} of IDL. */
        BYTE,
        INT8,
        UINT8,
        INT16,
        UINT16,
        INT32,
        UINT32,
        INT64,
        UINT64,
        FLOAT32,
        FLOAT64,
        CHAR8,
        CHAR16
    }

    /**
     * Text in UTF-8.
     *
     * @param bound the most bytes; 0: no limit
     */
    record Text(int bound) implements DataType {}

    /**
     * Elements of a number that each value has of its own.
     *
     * @param bound the most elements; 0: no limit
     */
    record Sequence(DataType element, int bound) implements DataType {}

    /** Elements of a fixed number. Several dimensions are arrays of arrays. */
    record Array(DataType element, int length) implements DataType {}

    /** A type that has a name, such as {@code bank::Receipt}. */
    sealed interface Named extends DataType {
        String name();

        Extensibility extensibility();
    }

    /** How values of a type may change, so that older and newer sides understand each other. */
    enum Extensibility {
        FINAL,
        /** Members may be added at the end. */
        APPENDABLE,
        /** Members may be added anywhere, since each one has its id with it. */
        MUTABLE
    }

    /** A choice of names. */
    record Enumeration(String name, Extensibility extensibility, List<Literal> literals) implements Named {
        /** One of the names. */
        public record Literal(String name, int value) {}
    }

    /**
     * Members in an order.
     *
     * @param base the structure whose members come first
     */
    record Structure(
            String name,
            Extensibility extensibility,
            @Nullable Structure base,
            List<Member> members) implements Named {
        /**
         * A part of a structure.
         *
         * @param key whether it is a part of the key, which identifies an instance of a topic
         * @param optional whether a value may be without it
         */
        public record Member(String name, int id, DataType type, boolean key, boolean optional) {}
    }

    /**
     * One of several members, which a number or a literal chooses.
     *
     * @param discriminator an integer, a character, {@link Primitive#BOOLEAN} or an {@link Enumeration}
     */
    record Union(String name, Extensibility extensibility, DataType discriminator, List<Case> cases) implements Named {
        /**
         * One of the members.
         *
         * @param labels that choose it; none if it is the default
         */
        public record Case(String name, int id, DataType type, List<Integer> labels) {}
    }
}
