package dev.wherry.testkit.fuzz;

import dev.wherry.spi.Out;
import dev.wherry.testkit.codec.Message;
import dev.wherry.testkit.codec.ObjectStreamBytes;
import java.io.ObjectStreamConstants;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;

/** Messages of codec {@code java}: random graphs that the JDK has written, in some of which numbers are changed. */
final class ObjectStreams implements MessageSource {
    private static final int REFERENCE = 5;
    private static final int COUNT = 6;

    @Override
    public Message of(long seed) {
        Random random = Seeds.random(seed);
        Out out = new Out(64);
        ObjectStreamBytes.writeFirst(of(random, Seeds.size(random)), out);
        return new Message(out.copy(), List.of(), List.of());
    }

    /** Returns a stream without its header. */
    static byte[] of(Random random, int size) {
        byte[] stream = ObjectStreamBytes.of(RandomGraph.of(random, size));
        for (int i = random.nextBoolean() ? 0 : random.nextInt(1, 8); i > 0; i--) {
            change(stream, random);
        }
        return stream;
    }

    private static void change(byte[] stream, Random random) {
        int at = random.nextInt(stream.length);
        switch (random.nextInt(8)) {
            case 0 -> stream[at] = (byte) random.nextInt();
            case 1 -> stream[at] = (byte) (ObjectStreamConstants.TC_BASE + random.nextInt(14));
            case 2, 3 -> number(stream, at, random);
            default -> reference(stream, at, random);
        }
    }

    /** Changes the next reference to another object, mostly one that is close to its target. */
    private static void reference(byte[] stream, int from, Random random) {
        for (int at = from; at + REFERENCE <= stream.length; at++) {
            ByteBuffer bytes = ByteBuffer.wrap(stream, at, REFERENCE);
            if (bytes.get() == ObjectStreamConstants.TC_REFERENCE) {
                int number = bytes.getInt() - ObjectStreamConstants.baseWireHandle;
                if (number >= 0 && number < stream.length) {
                    int other = random.nextInt(3) == 0
                            ? random.nextInt(1 + number)
                            : Math.max(0, number + random.nextInt(-4, 8));
                    ByteBuffer.wrap(stream).putInt(at + 1, ObjectStreamConstants.baseWireHandle + other);
                    return;
                }
            }
        }
    }

    /** Changes the next number at the start of a block, which is often a number of elements; or any number. */
    private static void number(byte[] stream, int from, Random random) {
        for (int at = from; at + COUNT <= stream.length; at++) {
            if (stream[at] == ObjectStreamConstants.TC_BLOCKDATA && stream[at + 1] == Integer.BYTES) {
                ByteBuffer.wrap(stream).putInt(at + 2, random.nextInt(2 * stream.length));
                return;
            }
        }
        if (from + Integer.BYTES <= stream.length) {
            ByteBuffer.wrap(stream).putInt(from, random.nextInt(2 * stream.length));
        }
    }
}
