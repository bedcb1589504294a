package dev.wherry.transport;

import dev.wherry.spi.Identity;
import dev.wherry.spi.Link;
import dev.wherry.transport.memory.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A link over a socket channel, of whichever family. Holds no buffer of its own. */
final class ChannelLink implements Link {
    /** Above this the JDK would allocate and keep a direct buffer of the array's size for the thread. */
    private static final int CHUNK = 1 << 17;

    private final SocketChannel channel;
    private final Identity peer;
    private final @Nullable URI address;
    /** Tells of what has come without waiting for it. */
    private final Patience.@Nullable Sign ahead;

    private final Patience patience = new Patience(true);
    private @Nullable ByteBuffer reading;
    private @Nullable ByteBuffer writing;
    private volatile boolean multiplexed;

    /**
     * @param address where further links to the same peer are opened; null: where this one was
     * @param ahead a view of what has come; null if the family of sockets has none
     */
    ChannelLink(SocketChannel channel, Identity peer, @Nullable URI address, @Nullable InputStream ahead) {
        this.channel = channel;
        this.peer = peer;
        this.address = address;
        this.ahead = ahead == null ? null : () -> ahead.available() > 0;
    }

    @Override
    public void expect() throws IOException {
        if (ahead != null && !multiplexed) {
            patience.sees(ahead);
        }
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        ByteBuffer buffer = view(reading, to, offset, Math.min(length, CHUNK));
        reading = buffer;
        return channel.read(buffer);
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        int written = 0;
        while (written < length) {
            int part = Math.min(length - written, CHUNK);
            ByteBuffer buffer = view(writing, from, offset + written, part);
            writing = buffer;
            int now = channel.write(buffer);
            written += now;
            if (multiplexed && now < part) {
                break;
            }
        }
        return written;
    }

    /** The view of last time if it is of the same array: a lane's buffers stay the same call after call. */
    @SuppressWarnings({"ByteBufferBackingArray", "ReferenceEquality"}) // wrapped below, and the same array is meant
    private static ByteBuffer view(@Nullable ByteBuffer last, byte[] array, int offset, int length) {
        if (last == null || last.array() != array) {
            return ByteBuffer.wrap(array, offset, length);
        }
        return last.limit(offset + length).position(offset);
    }

    @Override
    public SelectableChannel multiplex() throws IOException {
        channel.configureBlocking(false);
        multiplexed = true;
        return channel;
    }

    @Override
    public Identity peer() {
        return peer;
    }

    @Override
    public @Nullable URI address() {
        return address;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return "link to " + peer;
    }
}
