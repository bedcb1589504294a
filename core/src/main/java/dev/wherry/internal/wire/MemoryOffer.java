package dev.wherry.internal.wire;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;

/**
 * Memory that the other end of a link can open.
 *
 * @param process id of the process that has created the memory
 * @param descriptor of the memory in that process
 * @param size in bytes, of the whole memory
 * @param mark is in the memory: it shows the other end that this is the memory, and not another file of the same kind
 * @param answer is written there by the other end, which proves that it has received this offer
 */
public record MemoryOffer(long process, int descriptor, long size, Nonce mark, Nonce answer) {
    /** The length of an offer. */
    public static final int BYTES = Long.BYTES + Integer.BYTES + Long.BYTES + 2 * Nonce.BYTES;

    /** Returns the offer without its secrets, which says that the memory was opened. */
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

    /** Reads what {@link #write} has written. It is checked when the memory is opened. */
    public static MemoryOffer read(In in) {
        return new MemoryOffer(in.readLong(), in.readInt(), in.readLong(), Nonce.read(in), Nonce.read(in));
    }
}
