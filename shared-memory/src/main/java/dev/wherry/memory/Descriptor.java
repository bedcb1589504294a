package dev.wherry.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** A file descriptor of this process that no channel owns. */
final class Descriptor implements AutoCloseable {
    final int number;
    private final AtomicBoolean closed = new AtomicBoolean();

    Descriptor(int number) {
        this.number = number;
    }

    /** Returns a path by which the JDK can open the same file again. */
    Path path() {
        return Path.of("/proc/self/fd/" + number);
    }

    /** Closes the descriptor once: the number soon belongs to another file. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            Linux.close(number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
