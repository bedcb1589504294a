package dev.wherry.memory;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a peer offers, opened if it is what it should be. The peer chooses a process and a descriptor: it could aim us at
 * any file that we may open, and change its mind between two looks. So the first step takes hold of the file without
 * touching it, all further ones go by that hold, and it is mapped once its name, owner, size, seals and mark are right.
 * The kernel grants the first step for processes of the same user only, in the same namespace of process numbers.
 */
final class Opening {
    private Opening() {}

    /** The user of this process. */
    static int user() throws IOException {
        return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    static Memory open(MemoryOffer offer) throws IOException {
        try (Descriptor hold = new Descriptor(find(offer))) {
            Found found = Found.at(hold.path());
            int user = user();
            found.check(user, offer);
            try (Descriptor file = new Descriptor(Linux.open(hold.path().toString(), Linux.READ_WRITE))) {
                if (found.isMemory() && (Linux.seals(file.number) & Linux.SEALS) != Linux.SEALS) {
                    throw new IOException("The peer offers memory that it could take away: it is not sealed");
                }
                return map(file, offer, user, found.isMemory());
            }
        }
    }

    private static int find(MemoryOffer offer) throws IOException {
        String path = "/proc/" + offer.process() + "/fd/" + offer.descriptor();
        try {
            return Linux.open(path, Linux.PATH_ONLY);
        } catch (Linux.Failed e) {
            throw switch (e.errno) {
                case Linux.Failed.NO_SUCH_FILE ->
                    new NoSuchFileException(
                            path,
                            null,
                            "process " + offer.process()
                                    + " is gone, has given the connection up and closed the memory that"
                                    + " it offered, or is in another container");
                case Linux.Failed.NOT_PERMITTED, Linux.Failed.PERMISSION_DENIED ->
                    new IOException(
                            e.getMessage() + ". Process " + offer.process()
                                    + " belongs to another user, or is not dumpable: it has"
                                    + " set PR_SET_DUMPABLE to 0, or its file has capabilities or a set-user-ID bit",
                            e);
                default -> e;
            };
        }
    }

    private static Memory map(Descriptor descriptor, MemoryOffer offer, int user, boolean sealed) throws IOException {
        try (FileChannel file =
                FileChannel.open(descriptor.path(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer mark = Nonce.room();
            file.read(mark, Layout.MARK);
            if (!mark.flip().equals(offer.mark().bytes())) {
                throw new IOException("The peer offers memory that is not marked as its offer says");
            }
            // Written, and not put: were the file cut off meanwhile, a touch of what is mapped would fail.
            file.write(offer.answer().bytes(), Layout.ANSWER);
            return Memory.map(file, offer.size(), user, sealed);
        }
    }
}
