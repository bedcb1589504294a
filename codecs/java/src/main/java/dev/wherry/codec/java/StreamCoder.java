package dev.wherry.codec.java;

import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.Types;
import org.jspecify.annotations.Nullable;

/**
 * A place whose values travel in the message's object stream: 0 if the stream begins with this value or 1 if it goes
 * on, then as {@link ObjectWriter#value} says.
 */
record StreamCoder(Class<?> type, String place, Types types) implements Coder {
    @Override
    public void encode(@Nullable Object value, Encoding to) {
        boolean begun = to.state() instanceof ObjectWriter;
        ObjectWriter writer =
                to.state() instanceof ObjectWriter open ? open : ObjectWriter.create(types, to.limits(), false);
        to.out().writeBoolean(begun);
        to.state(null); // should this value fail, the stream is of no more use
        try {
            to.state(writer.value(value, type, to));
        } catch (CodecException e) {
            throw e.at(place);
        }
    }

    @Override
    public @Nullable Object decode(Decoding from) {
        try {
            return typed(reader(from).value(from, type));
        } catch (CodecException e) {
            throw e.at(place);
        }
    }

    private ObjectReader reader(Decoding from) {
        if (!from.in().readBoolean()) {
            ObjectReader reader = ObjectReader.create(types, from);
            from.state(reader);
            return reader;
        }
        if (from.state() instanceof ObjectReader reader) {
            return reader;
        }
        throw CodecException.malformed("an object stream that goes on without having begun");
    }

    private @Nullable Object typed(@Nullable Object value) {
        if (value != null && !type.isInstance(value)) {
            throw CodecException.misplaced(value.getClass().getName(), type.getName());
        }
        return value;
    }
}
