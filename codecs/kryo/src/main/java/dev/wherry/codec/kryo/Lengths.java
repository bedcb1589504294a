package dev.wherry.codec.kryo;

import com.esotericsoftware.kryo.io.Input;
import dev.wherry.codec.library.Reading;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Bytes in which a number is taken for a length, and must be justified, unless it is known for something else. */
final class Lengths extends Input {
    /** Of a null in a LinkedList: where all elements are null, there is no byte for any. */
    private static final int MEMORY_EACH = 24;

    private static final int KEPT_CHARS = 1 << 12;
    private static final byte[] NOTHING = {};

    private @Nullable Reading from;

    /** Whether the next number is not a length. */
    boolean number;

    void over(Reading reading) {
        from = reading;
        number = false;
        setBuffer(reading.array(), reading.start(), reading.length());
    }

    /** Releases the value, and the largest of its texts. */
    void done() {
        from = null;
        setBuffer(NOTHING);
        if (chars.length > KEPT_CHARS) {
            chars = new char[KEPT_CHARS];
        }
    }

    /**
     * Takes note of an object that comes next.
     *
     * @param numbered whether the number of an object that it may be comes first
     */
    void meet(Class<?> type, boolean numbered) {
        number |= numbered;
        if (from != null) {
            from.object(type);
        }
    }

    private int length(int value) {
        return Objects.requireNonNull(from).room(value, MEMORY_EACH);
    }

    @Override
    public int readInt(boolean optimizePositive) {
        number = true;
        return super.readInt(optimizePositive);
    }

    @Override
    public int readVarInt(boolean optimizePositive) {
        boolean length = optimizePositive && !number;
        number = false;
        int value = super.readVarInt(optimizePositive);
        return length ? length(value) : value;
    }

    @Override
    public int readVarIntFlag(boolean optimizePositive) {
        int value = super.readVarIntFlag(optimizePositive);
        return optimizePositive ? length(value) : value;
    }
}
