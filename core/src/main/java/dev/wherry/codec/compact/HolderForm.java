package dev.wherry.codec.compact;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** JDK values that hold one other value or two: an optional, an atomic reference, an entry. */
final class HolderForm extends BuiltIn {
    private final Function<Object, @Nullable Object> first;
    private final @Nullable Function<Object, @Nullable Object> second;
    private final BiFunction<@Nullable Object, @Nullable Object, Object> makes;

    private HolderForm(
            Class<?> type,
            boolean mutable,
            Function<Object, @Nullable Object> first,
            @Nullable Function<Object, @Nullable Object> second,
            BiFunction<@Nullable Object, @Nullable Object, Object> makes) {
        super(type, true, mutable, true);
        this.first = first;
        this.second = second;
        this.makes = makes;
    }

    static HolderForm one(
            Class<?> type,
            boolean mutable,
            Function<Object, @Nullable Object> held,
            Function<@Nullable Object, Object> makes) {
        return new HolderForm(type, mutable, held, null, (value, none) -> makes.apply(value));
    }

    static HolderForm entry(
            Class<?> type, boolean mutable, BiFunction<@Nullable Object, @Nullable Object, Object> makes) {
        return new HolderForm(
                type,
                mutable,
                entry -> ((Map.Entry<?, ?>) entry).getKey(),
                entry -> ((Map.Entry<?, ?>) entry).getValue(),
                makes);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        at.first().write(first.apply(value), to);
        if (second != null) {
            at.second().write(second.apply(value), to);
        }
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        Object first = at.first().read(from);
        return makes.apply(first, second == null ? null : at.second().read(from));
    }
}
