package dev.wherry.dds.types;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Whether a member must have a value, and how Java shows that it has none. */
public enum Presence {
    /** It has a value. */
    REQUIRED,
    /** It has a value or is null. */
    NULLABLE,
    /** It is an {@link Optional}. */
    OPTIONAL,
    /** It is an {@link OptionalInt}. */
    OPTIONAL_INT,
    /** It is an {@link OptionalLong}. */
    OPTIONAL_LONG,
    /** It is an {@link OptionalDouble}. */
    OPTIONAL_DOUBLE;

    /** Returns whether the member is optional in DDS. */
    public boolean isOptional() {
        return this != REQUIRED;
    }

    /** Returns whether the Java value itself may be null. */
    public boolean allowsNull() {
        return this == NULLABLE;
    }

    /** Returns what is sent for a Java value that is not null; null if it is empty. */
    public @Nullable Object toSent(Object value) {
        return switch (this) {
            case REQUIRED, NULLABLE -> value;
            case OPTIONAL -> ((Optional<?>) value).orElse(null);
            case OPTIONAL_INT -> ((OptionalInt) value).isPresent() ? ((OptionalInt) value).getAsInt() : null;
            case OPTIONAL_LONG -> ((OptionalLong) value).isPresent() ? ((OptionalLong) value).getAsLong() : null;
            case OPTIONAL_DOUBLE ->
                ((OptionalDouble) value).isPresent() ? ((OptionalDouble) value).getAsDouble() : null;
        };
    }

    /** Returns the Java value for what was sent; null stands for nothing, and only if the member {@link #isOptional}. */
    public @Nullable Object ofSent(@Nullable Object sent) {
        return switch (this) {
            case REQUIRED, NULLABLE -> sent;
            case OPTIONAL -> Optional.ofNullable(sent);
            case OPTIONAL_INT -> sent == null ? OptionalInt.empty() : OptionalInt.of((int) sent);
            case OPTIONAL_LONG -> sent == null ? OptionalLong.empty() : OptionalLong.of((long) sent);
            case OPTIONAL_DOUBLE -> sent == null ? OptionalDouble.empty() : OptionalDouble.of((double) sent);
        };
    }
}
