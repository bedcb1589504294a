package dev.wherry.codec.compact;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** JDK values that hold one other value or two: an optional, an entry, an atomic reference. */
final class HolderForm extends BuiltIn {
    private final int parts;
    private final Function<Object, @Nullable Object> first;
    private final Function<Object, @Nullable Object> second;
    private final BiFunction<@Nullable Object, @Nullable Object, Object> makes;

    HolderForm(
            Class<?> type,
            int parts,
            boolean mutable,
            Function<Object, @Nullable Object> first,
            Function<Object, @Nullable Object> second,
            BiFunction<@Nullable Object, @Nullable Object, Object> makes) {
        super(type, true, mutable);
        this.parts = parts;
        this.first = first;
        this.second = second;
        this.makes = makes;
    }

    @Override
    boolean closed() {
        return true;
    }

    @Override
    void write(Object value, Place at, Writer to) {
        at.first().write(first.apply(value), to);
        if (parts == 2) {
            at.second().write(second.apply(value), to);
        }
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        Object first = at.first().read(from);
        return makes.apply(first, parts == 2 ? at.second().read(from) : null);
    }
}
