package dev.wherry.codec.java;

import java.io.Serial;
import java.io.Serializable;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Objects that replace, in an object stream, values that JDK serialization cannot carry. Their names and fields are on the wire. */
final class Substitutes {
    /** By the names that stand in the stream. */
    static final Map<String, Class<?>> CLASSES = Stream.<Class<?>>of(
                    Reference.class, Maybe.class, Link.class, LogLevel.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, Function.identity()));

    private Substitutes() {}

    /** The reference that the value's head holds at this index, from 0. */
    record Reference(int index) implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;
    }

    /** A URL, by its text: as itself it would ask the DNS when it is hashed. */
    record Link(String url) implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;
    }

    /** A level of java.util.logging. */
    record LogLevel(String name, int value) implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;
    }

    /**
     * One of the four kinds of Optional.
     *
     * @param kind as in {@link Optionals}
     * @param value null where it is empty
     */
    record Maybe(byte kind, @Nullable Object value) implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;
    }
}
