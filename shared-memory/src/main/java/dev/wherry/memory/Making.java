package dev.wherry.memory;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** New memory. It never has a name in any folder, so that there is nothing to be left behind, whoever is killed when. */
record Making(Memory memory, MemoryOffer offer, Descriptor descriptor) {
    private static final String FOLDER = "/dev/shm";
    private static final int CHUNK = 1 << 16;

    static Making make(int capacity) throws IOException {
        try {
            return make(capacity, new Descriptor(Linux.memory("wherry")), true);
        } catch (IOException refused) {
            try {
                return make(capacity, new Descriptor(Linux.nameless(FOLDER)), false);
            } catch (IOException e) {
                e.addSuppressed(refused);
                throw e;
            }
        }
    }

    static Making make(int capacity, Descriptor descriptor, boolean sealed) throws IOException {
        try (FileChannel file =
                FileChannel.open(descriptor.path(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long size = Layout.size(capacity);
            fill(file, size);
            if (sealed) {
                Linux.seal(descriptor.number);
            }
            long process = ProcessHandle.current().pid();
            MemoryOffer offer = new MemoryOffer(process, descriptor.number, size, Nonce.random(), Nonce.random());
            file.write(offer.mark().bytes(), Layout.MARK);
            return new Making(Memory.map(file, size, Opening.user(), sealed), offer, descriptor);
        } catch (IOException | RuntimeException e) {
            descriptor.close();
            throw e;
        }
    }

    /**
     * Written through, and not only made longer: if a folder is full or a container may take no more, that is told, or
     * strikes, here and not by a signal when a page is touched for the first time in the middle of a call.
     */
    private static void fill(FileChannel file, long size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(CHUNK);
        for (long at = 0; at < size; ) {
            zeros.clear().limit((int) Math.min(CHUNK, size - at));
            at += file.write(zeros, at);
        }
    }
}
