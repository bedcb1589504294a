package dev.wherry.dds.types;

import java.lang.invoke.MethodHandle;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How values of a Java type are values of a DDS type. Immutable; for any thread. */
public sealed interface JavaType {
    /** Returns the DDS type. */
    DataType dataType();

    /**
     * A number, character, truth value or text.
     *
     * @param type the class of the values; of primitive types their box
     */
    record Plain(DataType dataType, Class<?> type) implements JavaType {}

    /**
     * An enum.
     *
     * @param constants in the order of the literals
     */
    record Constants(DataType.Enumeration dataType, Class<?> type, List<?> constants) implements JavaType {}

    /**
     * A class of the JDK whose values are sent as values of another type.
     *
     * @param as what is sent
     * @param missing stands for a member that a peer does not have yet; null: what is made of that of the sent type
     */
    record Converted(
            JavaType as,
            Class<?> type,
            Conversion conversion,
            @Nullable Object missing) implements JavaType {
        @Override
        public DataType dataType() {
            return as.dataType();
        }
    }

    /** Converts values to and from the type that is sent. */
    interface Conversion {
        /** Returns what is sent for a value. Throws an {@link IllegalArgumentException} if nothing can be. */
        Object toSent(Object value);

        /** Returns the value that was sent. Throws a {@link RuntimeException} if there is none. */
        Object ofSent(Object sent);
    }

    /**
     * A record, a class with fields, or an {@code Object[]} of members.
     *
     * @param members in the order of the structure's, without {@link RpcTypes#DUMMY}
     */
    record Members(DataType.Structure dataType, Class<?> type, List<Member> members, Maker maker) implements JavaType {}

    /**
     * A component, field, parameter or result.
     *
     * @param getter of type {@code (Object)Object}
     */
    record Member(String name, int id, JavaType type, Presence presence, MethodHandle getter) {}

    /** Makes an object from the values of its members. */
    interface Maker {
        /** Returns the object. Throws what the constructor throws. */
        Object make(@Nullable Object[] values) throws Throwable;
    }

    /**
     * A sealed type.
     *
     * @param classes those of the values, in the order of the union's cases
     * @param cases their types
     */
    record Cases(DataType.Union dataType, Class<?> type, List<Class<?>> classes, List<JavaType> cases)
            implements JavaType {}

    /**
     * A collection.
     *
     * @param maker makes an empty one
     */
    record Elements(
            DataType.Sequence dataType,
            Class<?> type,
            JavaType element,
            Supplier<? extends Collection<@Nullable Object>> maker)
            implements JavaType {}

    /**
     * A map, as a sequence of structures with a key and a value.
     *
     * @param entry its values are an {@code Object[]} of the key and the value
     * @param maker makes an empty one
     */
    record Entries(
            DataType.Sequence dataType,
            Class<?> type,
            Members entry,
            Supplier<? extends Map<@Nullable Object, @Nullable Object>> maker)
            implements JavaType {}

    /**
     * An array of objects.
     *
     * @param dataType a sequence or an array
     * @param component the class of its elements
     */
    record ObjectArray(DataType dataType, Class<?> component, JavaType element) implements JavaType {}

    /**
     * An array of a primitive type.
     *
     * @param dataType a sequence or an array
     * @param component the class of its elements
     */
    record PrimitiveArray(DataType dataType, Class<?> component) implements JavaType {}
}
