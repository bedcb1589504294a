package dev.wherry.codec.compact;

import dev.wherry.spi.Coder;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import org.jspecify.annotations.Nullable;

/** The coder of one parameter or result. */
final class SlotCoder implements Coder {
    private final Slot slot;
    private final String name;
    /** Text that is a parameter or result itself lies bare, even where sharing is kept. */
    private final FieldKind kind;

    SlotCoder(Slot slot, String name) {
        this.slot = slot;
        this.name = name;
        this.kind = FieldKind.of(slot.raw);
    }

    @Override
    public void encode(@Nullable Object value, Encoding to) {
        Writer writer = kind == FieldKind.OPEN ? Writer.of(to) : null;
        int mark = writer == null ? 0 : writer.mark();
        try {
            if (writer != null) {
                slot.write(value, writer);
            } else {
                kind.write(value, to.out());
            }
        } catch (RuntimeException | StackOverflowError e) {
            if (writer != null) {
                writer.recover(mark);
            }
            throw ErrorPath.step(ErrorPath.thrown(e, "Writing a " + slot), name);
        }
    }

    @Override
    public @Nullable Object decode(Decoding from) {
        if (kind != FieldKind.OPEN) {
            return kind.read(from.in());
        }
        Reader reader = Reader.of(from);
        try {
            Object value = slot.read(reader);
            reader.finish();
            return value;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
            throw ErrorPath.step(ErrorPath.thrown(e, "Reading a " + slot), name);
        }
    }
}
