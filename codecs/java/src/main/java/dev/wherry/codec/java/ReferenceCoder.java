package dev.wherry.codec.java;

import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place whose declared type is by reference: 0 for null, or 1 and the reference. */
record ReferenceCoder(Class<?> type, String place, Types types) implements Coder {
    @Override
    public void encode(@Nullable Object value, Encoding to) {
        to.out().writeBoolean(value != null);
        if (value != null) {
            to.writeReference(value, List.of(type));
        }
    }

    @Override
    public @Nullable Object decode(Decoding from) {
        try {
            return from.in().readBoolean() ? from.readReference(type, types) : null;
        } catch (CodecException e) {
            throw e.at(place);
        }
    }
}
