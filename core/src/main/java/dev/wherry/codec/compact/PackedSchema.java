package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A schema that is too long for a definition, of a class with very many fields: a byte, the length of the schema, and the
 * schema in the zlib format.
 */
final class PackedSchema {
    /** In place of a shape. */
    private static final int MARK = 0x80;

    private static final int LONGEST = 1 << 20;
    /** How much longer it may be than what is sent for it. Names of fields do not come near that. */
    private static final int MOST_TIMES = 32;

    private PackedSchema() {}

    static byte[] pack(byte[] schema, String className) {
        byte[] packed = new byte[Definition.LONGEST];
        int length;
        boolean whole;
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(schema);
            deflater.finish();
            length = deflater.deflate(packed, 0, Definition.LONGEST - 8);
            whole = deflater.finished();
        }
        if (!whole || schema.length > LONGEST || schema.length > MOST_TIMES * length) {
            throw CodecException.impossible(
                    className + " has so many fields, with such long names, that a peer cannot be told" + " of them: "
                            + schema.length + " bytes. Split the class");
        }
        Out out = new Out(length + 8);
        out.writeByte(MARK);
        out.writeSize(schema.length);
        out.write(packed, 0, length);
        return out.copy();
    }

    static byte[] unpack(byte[] content) {
        if (content.length == 0 || content[0] != (byte) MARK) {
            return content;
        }
        In in = new In(content);
        in.readByte();
        int length = in.readSize();
        if (length < 0 || length > LONGEST || length > MOST_TIMES * (long) content.length) {
            throw CodecException.malformed(
                    "a schema of " + Integer.toUnsignedString(length) + " bytes in " + content.length);
        }
        byte[] schema = new byte[length];
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(content, in.position(), in.remaining());
            if (inflater.inflate(schema) < length || !inflater.finished()) {
                throw CodecException.malformed("a packed schema that is not of " + length + " bytes");
            }
        } catch (DataFormatException e) {
            throw CodecException.malformed("a packed schema that cannot be unpacked: " + e.getMessage());
        }
        return schema;
    }
}
