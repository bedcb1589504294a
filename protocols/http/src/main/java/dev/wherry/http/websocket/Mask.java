package dev.wherry.http.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Masks and unmasks the bytes of frames, eight at a time. */
final class Mask {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Mask() {}

    /**
     * Copies bytes with the mask applied. The target may be in the same array, if it does not begin behind the source.
     *
     * @param key the four bytes of the mask, the first one highest
     * @param position of the first byte in its frame
     */
    static void copy(byte[] from, int offset, byte[] to, int at, int length, int key, long position) {
        int first = Integer.rotateLeft(key, (int) (position & 3) * Byte.SIZE);
        long eight = ((long) first << Integer.SIZE) | Integer.toUnsignedLong(first);
        int done = 0;
        for (; length - done >= Long.BYTES; done += Long.BYTES) {
            LONGS.set(to, at + done, (long) LONGS.get(from, offset + done) ^ eight);
        }
        for (; done < length; done++) {
            to[at + done] = (byte) (from[offset + done] ^ (first >>> (24 - (done & 3) * Byte.SIZE)));
        }
    }
}
