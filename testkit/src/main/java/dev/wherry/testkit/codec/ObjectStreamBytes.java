package dev.wherry.testkit.codec;

import dev.wherry.spi.Out;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Object streams without their header, and the way in which messages contain them. Tests write such messages by hand.
 */
public final class ObjectStreamBytes {
    private static final int HEADER = 4;

    private ObjectStreamBytes() {}

    /** Returns the object stream of a value, without a check of its class. */
    public static byte[] of(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Arrays.copyOfRange(bytes.toByteArray(), HEADER, bytes.size());
    }

    /** Writes a stream as codec {@code java} does: the first of a message, without references. */
    public static void writeFirst(byte[] stream, Out to) {
        to.writeByte(0);
        writePart(stream, to);
    }

    /**
     * Writes a stream as a message of codec {@code compact} contains it: independent of other streams, with its length.
     */
    public static void writeWithin(byte[] stream, Out to) {
        int start = to.size();
        to.writeInt(0);
        writePart(stream, to);
        to.patchInt(start, to.size() - start - Integer.BYTES);
    }

    private static void writePart(byte[] stream, Out to) {
        to.writeByte(0); // no references
        to.writeSize(stream.length);
        to.write(stream, 0, stream.length);
    }
}
