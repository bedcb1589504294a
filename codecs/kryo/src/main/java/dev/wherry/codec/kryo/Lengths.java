package dev.wherry.codec.kryo;

import com.esotericsoftware.kryo.io.Input;
import dev.wherry.codec.library.Reading;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Bytes in which a number is taken for a length, and must be justified, unless it is known for something else. */
final class Lengths extends Input {
    private @Nullable Reading from;

    /** Whether the next number is no length. */
    boolean number;

    void over(Reading reading) {
        from = reading;
        number = false;
        setBuffer(reading.array(), reading.start(), reading.length());
    }

    /** Lets go of the value: what was read with it shall not live as long as this. */
    void done() {
        from = null;
        setBuffer(new byte[0]);
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
        return length ? Objects.requireNonNull(from).room(value) : value;
    }

    @Override
    public int readVarIntFlag(boolean optimizePositive) {
        int value = super.readVarIntFlag(optimizePositive);
        return optimizePositive ? Objects.requireNonNull(from).room(value) : value;
    }
}
