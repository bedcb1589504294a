package dev.wherry.codec.compact;

import dev.wherry.codec.compact.ContainerType.Making;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** JDK values that hold one other value or two: an optional, an atomic reference, an entry. */
final class HolderCodec extends BuiltInCodec {
    private final ContainerType container;

    HolderCodec(ContainerType container) {
        super(container.type, true, container.making != Making.CLOSED, true);
        this.container = container;
    }

    @Override
    boolean fits(Slot slot) {
        return super.fits(slot) || container.makes(slot.raw);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        if (value instanceof Map.Entry<?, ?> entry) {
            at.first().write(entry.getKey(), to);
            at.second().write(entry.getValue(), to);
        } else {
            Object held = value instanceof Optional<?> some ? some.orElse(null) : ((AtomicReference<?>) value).get();
            at.first().write(held, to);
        }
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        @Nullable Object first = at.first().read(from);
        return switch (container) {
            case OPTIONAL -> Optional.ofNullable(first);
            case ATOMIC_REFERENCE -> new AtomicReference<>(first);
            case ENTRY ->
                new AbstractMap.SimpleImmutableEntry<>(first, at.second().read(from));
            case SIMPLE_ENTRY ->
                new AbstractMap.SimpleEntry<>(first, at.second().read(from));
            default -> throw new IllegalStateException(container + " holds no such values");
        };
    }
}
