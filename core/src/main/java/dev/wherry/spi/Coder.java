package dev.wherry.spi;

import org.jspecify.annotations.Nullable;

/** Turns values of one declared type into bytes and back. Immutable; for any thread. */
public interface Coder {
    /** @throws CodecException if the value cannot travel; what was written is then dropped with the message */
    void encode(@Nullable Object value, Encoding to);

    /** @throws CodecException if the bytes are no such value */
    @Nullable
    Object decode(Decoding from);
}
