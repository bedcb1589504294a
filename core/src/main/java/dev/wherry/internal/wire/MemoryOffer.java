package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;

/**
 * Where memory is to be opened, as its maker tells the other end over a link that they have already.
 *
 * @param process the maker's
 * @param descriptor the maker's, of the memory
 * @param size in bytes, of the whole memory
 * @param mark stands in the memory: the opener has found what is meant and not another file of the same kind
 * @param answer does not: only who heard of this offer can write it there, which proves the opener to the maker
 */
public record MemoryOffer(long process, int descriptor, long size, Nonce mark, Nonce answer) {
    /** How many {@link #write} puts. */
    public static final int BYTES = Long.BYTES + Integer.BYTES + Long.BYTES + 2 * Nonce.BYTES;

    /** The same without what only its reader is to know: that the memory was opened. */
    public MemoryOffer taken() {
        return new MemoryOffer(process, descriptor, size, Nonce.NONE, Nonce.NONE);
    }

    public void write(Out out) {
        out.writeLong(process);
        out.writeInt(descriptor);
        out.writeLong(size);
        mark.write(out);
        answer.write(out);
    }

    /** What {@link #write} has put. Nothing of it is checked before it is opened. */
    public static MemoryOffer read(In in) {
        return new MemoryOffer(in.readLong(), in.readInt(), in.readLong(), Nonce.read(in), Nonce.read(in));
    }
}
