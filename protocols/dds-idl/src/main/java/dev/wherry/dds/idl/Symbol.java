package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType;

/** What a name stands for. */
sealed interface Symbol {
    /** A module. */
    record Module(Scope scope) implements Symbol {}

    /** A structure, union, enumeration or typedef. */
    record Type(DataType type) implements Symbol {}

    /** An exception. */
    record Failure(DataType.Structure type) implements Symbol {}

    /** An interface. */
    record Interface(Scope scope) implements Symbol {}

    /**
     * A constant, or a literal of an enumeration.
     *
     * @param value a Boolean, Character, BigInteger, Double, String or {@link Literal}
     */
    record Constant(Object value) implements Symbol {}

    /** The value of a literal of an enumeration. */
    record Literal(DataType.Enumeration of, DataType.Enumeration.Literal literal) {}

    /**
     * A type that is announced, or whose definition is not complete.
     *
     * @param kind such as {@code struct}
     */
    record Announced(String kind) implements Symbol {}

    /** A definition with a mistake, which is reported once. */
    record Broken() implements Symbol {}
}
