package dev.wherry.internal.protocol;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;

/**
 * Where the connecting side of a lane has put memory that both can see; in the answer: that the lane goes on there.
 *
 * @param process the maker's
 * @param descriptor the maker's, of the memory
 * @param size of the whole memory in bytes
 * @param mark what stands in the memory
 * @param answer what the opener is to write there; none in the answer's Hello
 */
public record MemoryOffer(long process, int descriptor, long size, Id128 mark, Id128 answer) {
    static final String NAME = "memory";

    /** The same without what only its reader is to know. */
    public MemoryOffer taken() {
        return new MemoryOffer(process, descriptor, size, Id128.NONE, Id128.NONE);
    }

    void write(Out out) {
        out.writeLong(process);
        out.writeInt(descriptor);
        out.writeLong(size);
        mark.write(out);
        answer.write(out);
    }

    static MemoryOffer read(In in) {
        return new MemoryOffer(in.readLong(), in.readInt(), in.readLong(), Id128.read(in), Id128.read(in));
    }
}
