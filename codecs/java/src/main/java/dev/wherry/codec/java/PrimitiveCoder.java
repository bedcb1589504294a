package dev.wherry.codec.java;

import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A place of a primitive type: its bytes, little endian, outside the object stream; of void: nothing. */
record PrimitiveCoder<T>(BiConsumer<Out, T> writer, Function<In, @Nullable T> reader, Class<T> type) implements Coder {
    static Coder of(Class<?> primitive) {
        return switch (primitive.getName()) {
            case "boolean" -> new PrimitiveCoder<>(Out::writeBoolean, In::readBoolean, Boolean.class);
            case "byte" ->
                new PrimitiveCoder<>((out, value) -> out.writeByte(value), in -> (byte) in.readByte(), Byte.class);
            case "char" -> new PrimitiveCoder<>((out, value) -> out.writeShort(value), In::readChar, Character.class);
            case "short" -> new PrimitiveCoder<>((out, value) -> out.writeShort(value), In::readShort, Short.class);
            case "int" -> new PrimitiveCoder<>(Out::writeInt, In::readInt, Integer.class);
            case "long" -> new PrimitiveCoder<>(Out::writeLong, In::readLong, Long.class);
            case "float" -> new PrimitiveCoder<>(Out::writeFloat, In::readFloat, Float.class);
            case "double" -> new PrimitiveCoder<>(Out::writeDouble, In::readDouble, Double.class);
            default -> new PrimitiveCoder<>((out, nothing) -> {}, in -> null, Void.class);
        };
    }

    @Override
    public void encode(@Nullable Object value, Encoding to) {
        if (type != Void.class) {
            writer.accept(to.out(), type.cast(Objects.requireNonNull(value, "a primitive value")));
        }
    }

    @Override
    public @Nullable Object decode(Decoding from) {
        return reader.apply(from.in());
    }
}
