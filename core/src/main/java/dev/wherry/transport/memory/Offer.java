package dev.wherry.transport.memory;

import java.nio.ByteBuffer;

/**
 * Where memory is to be opened, as its maker tells the other end over a link that they have already.
 *
 * @param process the maker's
 * @param descriptor the maker's, of the memory
 * @param size in bytes, of the whole memory
 * @param mark stands in the memory: the opener has found what is meant and not another file of the same kind
 * @param answer does not: only who heard of this offer can write it there, which proves the opener to the maker
 */
public record Offer(long process, int descriptor, long size, Nonce mark, Nonce answer) {
    /** How many {@link #write} puts. */
    public static final int BYTES = Long.BYTES + Integer.BYTES + Long.BYTES + 2 * Nonce.BYTES;

    /** In the order of its parts, and in the buffer's order of bytes. */
    public ByteBuffer write(ByteBuffer to) {
        return to.putLong(process)
                .putInt(descriptor)
                .putLong(size)
                .putLong(mark.high())
                .putLong(mark.low())
                .putLong(answer.high())
                .putLong(answer.low());
    }

    /** What {@link #write} has put. Nothing of it is checked before it is opened. */
    public static Offer read(ByteBuffer from) {
        return new Offer(from.getLong(), from.getInt(), from.getLong(), nonce(from), nonce(from));
    }

    private static Nonce nonce(ByteBuffer from) {
        return new Nonce(from.getLong(), from.getLong());
    }
}
