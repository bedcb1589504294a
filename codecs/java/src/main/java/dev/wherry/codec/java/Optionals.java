package dev.wherry.codec.java;

import dev.wherry.codec.java.Substitutes.Maybe;
import dev.wherry.spi.CodecException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Optionals are not Serializable, yet results are made of them: here they travel all the same. */
final class Optionals {
    private static final byte OBJECT = 0;
    private static final byte INT = 1;
    private static final byte LONG = 2;
    private static final byte DOUBLE = 3;

    private Optionals() {}

    static @Nullable Maybe substitute(Object value) {
        return switch (value) {
            case Optional<?> some -> new Maybe(OBJECT, some.orElse(null));
            case OptionalInt some -> new Maybe(INT, some.isPresent() ? some.getAsInt() : null);
            case OptionalLong some -> new Maybe(LONG, some.isPresent() ? some.getAsLong() : null);
            case OptionalDouble some -> new Maybe(DOUBLE, some.isPresent() ? some.getAsDouble() : null);
            default -> null;
        };
    }

    static Object restore(Maybe maybe) {
        Object value = maybe.value();
        try {
            return switch (maybe.kind()) {
                case OBJECT -> Optional.ofNullable(value);
                case INT -> value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
                case LONG -> value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
                case DOUBLE -> value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
                default -> throw unknown(maybe);
            };
        } catch (ClassCastException e) {
            throw unknown(maybe);
        }
    }

    private static CodecException unknown(Maybe maybe) {
        return CodecException.malformed("an Optional of kind " + maybe.kind());
    }
}
