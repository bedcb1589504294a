package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that a file of IDL defines. Typedefs are replaced by what they stand for. */
sealed interface Definition {
    /** Returns the name with its modules, such as {@code bank::Receipt}. */
    String name();

    /** A structure, union or enumeration. */
    record Type(DataType.Named type) implements Definition {
        @Override
        public String name() {
            return type.name();
        }
    }

    /** An exception, as a structure of its members. */
    record Failure(DataType.Structure type) implements Definition {
        @Override
        public String name() {
            return type.name();
        }
    }

    /**
     * A constant.
     *
     * @param value a Boolean, Character, BigInteger, Double, String or {@link Symbol.Literal}
     */
    record Constant(String name, DataType type, Object value) implements Definition {}

    /**
     * An interface.
     *
     * @param bases the names of the interfaces that it extends
     */
    record Interface(String name, DataType.Extensibility extensibility, List<String> bases, List<Operation> operations)
            implements Definition {}

    /**
     * An operation, or an access to an attribute.
     *
     * @param result null for {@code void}
     * @param raises the names of its exceptions
     */
    record Operation(
            String name, boolean oneWay, @Nullable Value result, List<Parameter> parameters, List<String> raises) {}

    /** A result, or the value of a parameter. */
    record Value(DataType type, boolean optional) {}

    /** A parameter. */
    record Parameter(String name, boolean in, boolean out, Value value) {}
}
