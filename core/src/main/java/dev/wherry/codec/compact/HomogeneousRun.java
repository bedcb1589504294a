package dev.wherry.codec.compact;

import dev.wherry.codec.Snapshot;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive values of one slot. The head of a value is written only if its class differs from the value before. For
 * one container and one thread.
 */
@SuppressWarnings("ReferenceEquality") // there is one codec of a class
final class HomogeneousRun {
    /** Layout of the elements: each has a head. */
    static final int OPEN = 0;
    /** Layout of the elements: all are text without heads. */
    static final int TEXT = 1;

    private final Slot at;
    private @Nullable ValueCodec previous;

    HomogeneousRun(Slot at) {
        this.at = at;
    }

    void put(@Nullable Object value, Writer to) {
        if (value == null) {
            to.out.writeByte(ValueHead.NULL);
            return;
        }
        ValueCodec codec = at.codec(value, to);
        int number = codec.number(value, to);
        if (number == Writer.BACK) {
            return;
        }
        codec = codec.of(number);
        if (codec == previous) {
            to.out.writeByte(ValueHead.SAME);
        } else {
            codec.head(to);
            previous = codec;
        }
        codec.writeContent(value, at, number, to);
    }

    @Nullable
    Object get(Reader from) {
        int head = from.in.readSize();
        if (head == ValueHead.SAME) {
            if (previous == null) {
                throw CodecException.malformed("an element of the same class as none before");
            }
            return at.checked(previous.get(at, from));
        }
        if (head == ValueHead.NULL) {
            return null;
        }
        if (at.refersBack(head)) {
            return at.checked(from.readBack());
        }
        ValueCodec codec = at.codec(head, from);
        previous = codec;
        return at.checked(codec.get(at, from));
    }

    /** Writes the layout of elements, then the elements. */
    static void write(@Nullable Object[] values, Slot at, Writer to) {
        write(Arrays.asList(values), values.length, at, to);
    }

    /** Writes the layout of elements, then the elements of a list that is fast at returning them by index. */
    static void write(List<?> values, int size, Slot at, Writer to) {
        to.out.writeByte(at.text() ? TEXT : OPEN);
        int i = 0;
        try {
            ArrayList<?> list = values instanceof ArrayList<?> some ? some : null;
            if (at.text()) {
                for (; i < size; i++) {
                    to.out.writeText((String) (list == null ? values.get(i) : Snapshot.at(list, i)));
                }
                return;
            }
            HomogeneousRun run = new HomogeneousRun(at);
            if (list != null) {
                for (; i < size; i++) {
                    run.put(Snapshot.at(list, i), to);
                }
                return;
            }
            for (; i < size; i++) {
                run.put(values.get(i), to);
            }
        } catch (CodecException e) {
            throw ErrorPath.step(e, "[" + i + "]");
        }
    }

    /** Reads the layout of elements, then that many elements. */
    static void read(@Nullable Object[] into, Slot at, Reader from) {
        read(into, at, from, null);
    }

    /** The same. {@code cost} counts the cost of hashing or comparing each element; it is null if nothing does that. */
    static void read(@Nullable Object[] into, Slot at, Reader from, @Nullable KeyReader cost) {
        boolean text = text(from.in.readByte());
        int i = 0;
        try {
            HomogeneousRun run = new HomogeneousRun(at);
            for (; i < into.length; i++) {
                if (cost == null) {
                    into[i] = text ? run.text(from) : run.get(from);
                } else {
                    into[i] = cost.read(run, text);
                }
            }
        } catch (CodecException e) {
            throw ErrorPath.step(e, "[" + i + "]");
        }
    }

    /** Reads the layout of elements, then that many elements. */
    static void read(List<@Nullable Object> into, int size, Slot at, Reader from) {
        boolean text = text(from.in.readByte());
        int i = 0;
        try {
            if (text && at.text()) {
                for (; i < size; i++) {
                    into.add(from.in.readText());
                }
                return;
            }
            HomogeneousRun run = new HomogeneousRun(at);
            for (; i < size; i++) {
                into.add(text ? run.text(from) : run.get(from));
            }
        } catch (CodecException e) {
            throw ErrorPath.step(e, "[" + i + "]");
        }
    }

    @Nullable
    Object text(Reader from) {
        at.checkTakesTexts();
        String text = from.in.readText();
        return text == null ? null : at.checked(text);
    }

    static boolean text(int layout) {
        if (layout > TEXT) {
            throw CodecException.malformed("elements laid out as " + layout);
        }
        return layout == TEXT;
    }
}
