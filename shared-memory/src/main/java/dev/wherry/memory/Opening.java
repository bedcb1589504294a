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
 * Opens the memory that a peer offers, after checks. The peer chooses a process and a descriptor. It could name any file that
 * this process may open, and exchange the file between two checks. Therefore the first step opens a descriptor of the path alone
 * (O_PATH), and all further steps use this descriptor. The file is mapped after its name, owner, size, seals and mark were
 * checked. The kernel allows the first step only for processes of the same user in the same namespace of process numbers.
 */
final class Opening {
    private Opening() {}

    /** Returns the user id of this process. */
    static int user() throws IOException {
        return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    static Memory open(MemoryOffer offer) throws IOException {
        try (Descriptor hold = new Descriptor(find(offer))) {
            OfferedFile found = OfferedFile.at(hold.path());
            int user = user();
            found.check(user, offer);
            try (Descriptor file = new Descriptor(Linux.open(hold.path().toString(), Linux.READ_WRITE))) {
                if (found.isMemory() && (Linux.seals(file.number) & Linux.SEALS) != Linux.SEALS) {
                    throw new IOException("The peer offers memory that is not sealed, so the peer could shrink it");
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
                                    + " has ended, has closed the offered memory, or is in another container");
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
                throw new IOException("The mark of the offered memory differs from the offer");
            }
            // By a write to the file: if the file was cut off in the meantime, an access to mapped memory would fail.
            file.write(offer.answer().bytes(), Layout.ANSWER);
            return Memory.map(file, offer.size(), user, sealed);
        }
    }
}
