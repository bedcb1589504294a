package dev.wherry.memory;

import dev.wherry.internal.wire.MemoryOffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says of the file that an offer leads to. */
record Found(String name, int owner, int links, long size) {
    private static final String MEMORY = "/memfd:wherry (deleted)";
    private static final String FILE = "/dev/shm/#\\d+ \\(deleted\\)";

    static Found at(Path descriptor) throws IOException {
        return new Found(
                Files.readSymbolicLink(descriptor).toString(),
                (int) Files.getAttribute(descriptor, "unix:uid"),
                (int) Files.getAttribute(descriptor, "unix:nlink"),
                (long) Files.getAttribute(descriptor, "unix:size"));
    }

    /** Whether it can be sealed, and so must be. */
    boolean isMemory() {
        return name.equals(MEMORY);
    }

    /** @throws IOException unless a peer of this user may have made it for the offer: then not a byte of it is read */
    void check(int user, MemoryOffer offer) throws IOException {
        if (!isMemory() && !name.matches(FILE)) {
            throw new IOException("The peer offers as memory what is none: " + name);
        }
        if (owner != user) {
            throw new IOException("The peer offers memory of user " + owner + " to one of user " + user);
        }
        if (links != 0) {
            throw new IOException("The peer offers as memory a file with a name: " + name);
        }
        if (size != offer.size()) {
            throw new IOException("The peer offers " + offer.size() + " bytes of memory where there are " + size);
        }
    }
}
