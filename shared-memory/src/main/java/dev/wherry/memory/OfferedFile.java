package dev.wherry.memory;

import dev.wherry.internal.wire.MemoryOffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The attributes of an offered file, as the kernel reports them. */
record OfferedFile(String name, int owner, int links, long size) {
    private static final String MEMORY = "/memfd:wherry (deleted)";
    private static final String FILE = "/dev/shm/#\\d+ \\(deleted\\)";

    static OfferedFile at(Path descriptor) throws IOException {
        return new OfferedFile(
                Files.readSymbolicLink(descriptor).toString(),
                (int) Files.getAttribute(descriptor, "unix:uid"),
                (int) Files.getAttribute(descriptor, "unix:nlink"),
                (long) Files.getAttribute(descriptor, "unix:size"));
    }

    /** Returns whether the file is a memfd, which can be sealed and therefore must be. */
    boolean isMemory() {
        return name.equals(MEMORY);
    }

    /** @throws IOException if a peer of this user cannot have created the file for the offer; no byte of it is read then */
    void check(int user, MemoryOffer offer) throws IOException {
        if (!isMemory() && !name.matches(FILE)) {
            throw new IOException("The peer offers a file that is not shared memory: " + name);
        }
        if (owner != user) {
            throw new IOException("The peer offers memory of user " + owner + " to one of user " + user);
        }
        if (links != 0) {
            throw new IOException("The peer offers a file that has a name: " + name);
        }
        if (size != offer.size()) {
            throw new IOException("The peer offers " + offer.size() + " bytes of memory where there are " + size);
        }
    }
}
