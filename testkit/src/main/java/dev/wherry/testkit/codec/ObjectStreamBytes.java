package dev.wherry.testkit.codec;

import dev.wherry.spi.Out;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Object streams without their header, as a peer could write them by hand, and where they stand in messages. */
public final class ObjectStreamBytes {
    private static final int HEADER = 4;

    private ObjectStreamBytes() {}

    /** The stream of one value, whatever may travel. */
    public static byte[] of(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Arrays.copyOfRange(bytes.toByteArray(), HEADER, bytes.size());
    }

    /** Writes a stream as codec {@code java} does, the first of a message and without references. */
    public static void writeFirst(byte[] stream, Out to) {
        to.writeByte(0);
        writePart(stream, to);
    }

    /** Writes a stream as it stands within a message of codec {@code compact}: by itself, with its length. */
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
