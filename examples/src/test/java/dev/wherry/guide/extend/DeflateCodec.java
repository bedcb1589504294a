package dev.wherry.guide.extend;

import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

// @start region=codec
/** Codec {@code deflate}: values as codec {@code compact} writes them, compressed if they have 1 KiB or more. */
public final class DeflateCodec implements Codec {
    private final Codec compact = ServiceLoader.load(Codec.class).stream()
            .filter(provider -> provider.type() != DeflateCodec.class)
            .map(ServiceLoader.Provider::get)
            .filter(codec -> codec.name().equals("compact"))
            .findFirst()
            .orElseThrow();

    @Override
    public String name() {
        return "deflate";
    }

    @Override
    public Coder coder(Declared declared, Types types) {
        return new DeflateCoder(compact.coder(declared, types));
    }
}
// @end

// @start region=coder
/** A byte that says whether the rest is compressed, then the value. */
record DeflateCoder(Coder plain) implements Coder {
    private static final int SMALL = 1024;

    @Override
    public void encode(@Nullable Object value, Encoding to) {
        Out out = to.out();
        int start = out.size();
        out.writeBoolean(false);
        plain.encode(value, to);
        int length = out.size() - start - 1;
        if (length >= SMALL) {
            byte[] packed = deflate(out.array(), start + 1, length);
            out.size(start);
            out.writeBoolean(true);
            out.writeSize(length);
            out.writeSize(packed.length);
            out.write(packed, 0, packed.length);
        }
    }

    @Override
    public @Nullable Object decode(Decoding from) {
        In in = from.in();
        if (!in.readBoolean()) {
            return plain.decode(from);
        }
        int length = in.readSize();
        if (length < 0 || length > from.limits().messageBytes()) {
            throw CodecException.limit("a value of " + Integer.toUnsignedString(length) + " bytes", "messageBytes");
        }
        byte[] packed = in.readBytes(in.readCount(1));
        from.hold(length); // before the memory is allocated
        byte[] message = in.array();
        int next = in.position();
        int end = next + in.remaining();
        in.over(inflate(packed, length), 0, length);
        Object value = plain.decode(from);
        if (in.remaining() > 0) {
            throw CodecException.malformed("a compressed value with " + in.remaining() + " bytes left");
        }
        in.over(message, next, end);
        return value;
    }

    private static byte[] deflate(byte[] from, int offset, int length) {
        try (Deflater deflater = new Deflater(Deflater.BEST_SPEED)) {
            deflater.setInput(from, offset, length);
            deflater.finish();
            byte[] packed = new byte[length + length / 1000 + 64];
            return Arrays.copyOf(packed, deflater.deflate(packed));
        }
    }

    private static byte[] inflate(byte[] packed, int length) {
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(packed);
            byte[] value = new byte[length];
            if (inflater.inflate(value) != length || inflater.inflate(new byte[1]) != 0 || !inflater.finished()) {
                throw CodecException.malformed("a compressed value of another length than it says");
            }
            return value;
        } catch (DataFormatException e) {
            throw CodecException.malformed("bytes that are not compressed");
        }
    }
}
// @end
