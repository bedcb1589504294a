package dev.wherry.codec.compact;

import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The default codec. It is fast, takes few bytes, and makes no object that the interface does not reach. Each link
 * carries the schema of a class once; values refer to it. So either side may add, drop and reorder fields. For any
 * thread.
 */
public final class CompactCodec implements Codec {
    private final CodeGeneration generation;
    private final Map<Types, WeakReference<ValueCodecs>> codecs = new WeakHashMap<>();

    public CompactCodec() {
        this(CodeGeneration.LAZY);
    }

    CompactCodec(CodeGeneration generation) {
        this.generation = generation;
    }

    @Override
    public String name() {
        return "compact";
    }

    @Override
    public Coder coder(Declared declared, Types types) {
        try {
            Slot slot = codecs(types).slot(declared.type());
            slot.check(new HashSet<>());
            FinalFields.check(slot);
            return new SlotCoder(slot, declared.place(), FieldKind.of(slot.raw));
        } catch (CodecException e) {
            throw new IllegalArgumentException(declared.place() + ": " + e.getMessage(), e);
        }
    }

    private synchronized ValueCodecs codecs(Types types) {
        WeakReference<ValueCodecs> known = codecs.get(types);
        ValueCodecs made = known == null ? null : known.get();
        if (made == null) {
            made = new ValueCodecs(types, generation);
            codecs.put(types, new WeakReference<>(made));
        }
        return made;
    }

    /**
     * The coder of one parameter or result.
     *
     * @param kind a text that is a parameter or result is written without a head, even if identity is preserved
     */
    record SlotCoder(Slot slot, String name, FieldKind kind) implements Coder {
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
}
