package dev.wherry.internal.session;

import dev.wherry.spi.Identity;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;

/** A lane's memory, and the socket that it started on: whose peer it is, and what is counted, is the socket's. */
record MemoryLane(Link memory, Link socket) implements Link {
    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return memory.read(to, offset, length);
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        return memory.write(from, offset, length);
    }

    @Override
    public @Nullable SelectableChannel multiplex() {
        return null;
    }

    @Override
    public Identity peer() {
        return socket.peer();
    }

    @Override
    public void close() {
        try {
            memory.close();
        } finally {
            socket.close();
        }
    }
}
