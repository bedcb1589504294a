package dev.wherry.http.json;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Optional values: null, or left out, if they are empty. */
final class OptionalType extends JsonType {
    private final JsonType part;
    private final Object empty;
    private final Function<Object, Object> of;
    private final Function<Object, @Nullable Object> get;

    private OptionalType(
            JsonType part, Object empty, Function<Object, Object> of, Function<Object, @Nullable Object> get) {
        this.part = part;
        this.empty = empty;
        this.of = of;
        this.get = get;
    }

    static OptionalType of(JsonType part) {
        return new OptionalType(part, Optional.empty(), Optional::of, value -> ((Optional<?>) value).orElse(null));
    }

    /** Returns the JSON type of the optional values of primitive types; null if the class is another. */
    static @Nullable OptionalType ofPrimitive(Class<?> type, JsonTypes jsonTypes) throws UnsupportedTypeException {
        if (type == OptionalInt.class) {
            return new OptionalType(
                    jsonTypes.of(Integer.class),
                    OptionalInt.empty(),
                    each -> OptionalInt.of((int) each),
                    each -> ((OptionalInt) each).isEmpty() ? null : ((OptionalInt) each).getAsInt());
        }
        if (type == OptionalLong.class) {
            return new OptionalType(
                    jsonTypes.of(Long.class),
                    OptionalLong.empty(),
                    each -> OptionalLong.of((long) each),
                    each -> ((OptionalLong) each).isEmpty() ? null : ((OptionalLong) each).getAsLong());
        }
        if (type == OptionalDouble.class) {
            return new OptionalType(
                    jsonTypes.of(Double.class),
                    OptionalDouble.empty(),
                    each -> OptionalDouble.of((double) each),
                    each -> ((OptionalDouble) each).isEmpty() ? null : ((OptionalDouble) each).getAsDouble());
        }
        return null;
    }

    @Override
    Object read(JsonInput from) {
        Object value = part.read(from);
        return of.apply(value);
    }

    @Override
    void write(Object value, JsonGenerator to) {
        part.writeAny(get.apply(value), to);
    }

    @Override
    Object ofNull(JsonInput from) {
        return empty;
    }

    @Override
    public boolean mayBeMissing() {
        return true;
    }

    @Override
    public Object missing() {
        return empty;
    }

    @Override
    public boolean isSimple() {
        return part.isSimple();
    }

    @Override
    public Object ofText(String text, String place) {
        return of.apply(part.ofText(text, place));
    }

    @Override
    public @Nullable String toText(@Nullable Object value) {
        return value == null ? null : part.toText(get.apply(value));
    }

    @Override
    public ObjectNode schema(Schemas schemas) {
        return part.schema(schemas);
    }
}
