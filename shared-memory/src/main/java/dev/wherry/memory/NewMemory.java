package dev.wherry.memory;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** New memory. Its file never has a name in a folder, so no file is left behind when a process is killed. */
record NewMemory(Memory memory, MemoryOffer offer, Descriptor descriptor) {
    private static final String FOLDER = "/dev/shm";
    private static final int CHUNK = 1 << 16;

    static NewMemory make(int capacity) throws IOException {
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

    static NewMemory make(int capacity, Descriptor descriptor, boolean sealed) throws IOException {
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
            return new NewMemory(Memory.map(file, size, Opening.user(), sealed), offer, descriptor);
        } catch (IOException | RuntimeException e) {
            descriptor.close();
            throw e;
        }
    }

    /**
     * Writes all pages instead of only setting the file's length. A full folder or a container's limit then shows here, and not as
     * a signal at the first access to a page in the middle of a call.
     */
    private static void fill(FileChannel file, long size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(CHUNK);
        for (long at = 0; at < size; ) {
            zeros.clear().limit((int) Math.min(CHUNK, size - at));
            at += file.write(zeros, at);
        }
    }
}
