package dev.wherry.transport;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A link over a socket channel, of whichever family. Holds no buffer of its own. */
final class ChannelLink implements Link, SpinPolicy.Sign {
    /** Above this the JDK would allocate and keep a direct buffer of the array's size for the thread. */
    private static final int CHUNK = 1 << 17;

    private final SocketChannel channel;
    private final Identity peer;
    private final @Nullable URI address;
    /** Reports how many bytes can be read without blocking; null if sockets of this family cannot. */
    private final @Nullable InputStream ahead;

    private final SpinPolicy patience = new SpinPolicy(true);
    /** False if spinning has found no bytes, so that a read without blocking would probably return none. */
    private boolean seen = true;

    private @Nullable ByteBuffer reading;
    private @Nullable ByteBuffer writing;
    private volatile boolean multiplexed;
    /** A thread waits in it if an interrupt must not close the link; null until a thread has to. */
    private volatile @Nullable Selector selector;

    private boolean outlastsInterrupts;

    /**
     * @param address where further links to the same peer are opened; null if that is where this one was opened
     * @param ahead reports how many bytes can be read without blocking; null if sockets of this family cannot
     */
    ChannelLink(SocketChannel channel, Identity peer, @Nullable URI address, @Nullable InputStream ahead) {
        this.channel = channel;
        this.peer = peer;
        this.address = address;
        this.ahead = ahead;
    }

    @Override
    public void expect() throws IOException {
        if (ahead != null && !multiplexed) {
            seen = patience.sees(this);
        }
    }

    /** Returns whether bytes can be read without waiting. */
    @Override
    public boolean isThere() throws IOException {
        return ahead != null && ahead.available() > 0;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        ByteBuffer buffer = view(reading, to, offset, Math.min(length, CHUNK));
        reading = buffer;
        Selector waits = selector;
        int count = waits != null && !seen ? 0 : channel.read(buffer);
        seen = true;
        while (count == 0 && waits != null) {
            await(waits, SelectionKey.OP_READ);
            count = channel.read(buffer);
        }
        return count;
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
            Selector waits = selector;
            if (waits != null && now < part) {
                await(waits, SelectionKey.OP_WRITE);
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

    /** A channel that blocks is closed by an interrupt, and one that does not block, whose thread waits in a selector, is not. */
    @Override
    public boolean outlastInterrupts(boolean whether) {
        outlastsInterrupts = whether;
        if (whether && selector == null) {
            try {
                waitInSelector();
            } catch (IOException e) {
                outlastsInterrupts = false;
                // The logger is found here, since that takes a new process longer than a call.
                System.getLogger("dev.wherry.transport")
                        .log(
                                Level.DEBUG,
                                "An interrupt ends a wait at " + this + ": it cannot be made to outlast one",
                                e);
            }
        }
        return outlastsInterrupts == whether;
    }

    /** For good: from then on waiting costs two calls of the system more, and not waiting none. */
    private void waitInSelector() throws IOException {
        Selector opened = Selector.open();
        try {
            channel.configureBlocking(false);
            channel.register(opened, SelectionKey.OP_READ);
        } catch (IOException | RuntimeException | Error e) {
            block(opened, e);
            throw e;
        }
        selector = opened;
        if (!channel.isOpen()) { // closed meanwhile by one who has not seen the selector
            opened.close();
        }
    }

    /** Lets the channel block again, since nothing waits for it in a selector; where it does not, the link is closed. */
    private void block(Selector unused, Throwable why) {
        try {
            unused.close();
            channel.configureBlocking(true);
        } catch (IOException | RuntimeException e) {
            why.addSuppressed(e);
            close();
        }
    }

    private void await(Selector waits, int what) throws IOException {
        boolean interrupted = outlastsInterrupts && Thread.interrupted();
        try {
            SelectionKey key = channel.keyFor(waits);
            if (key == null) {
                throw new AsynchronousCloseException();
            }
            key.interestOps(what);
            waits.select(ready -> {});
            if (!outlastsInterrupts && Thread.currentThread().isInterrupted()) {
                close();
                throw new ClosedByInterruptException();
            }
        } catch (ClosedSelectorException | CancelledKeyException e) {
            throw new AsynchronousCloseException();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
    public boolean mayShareMemory() {
        return true;
    }

    @Override
    public void close() {
        try {
            channel.close();
            Selector waits = selector;
            if (waits != null) {
                waits.close(); // wakes a waiting thread, and releases the channel
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return "link to " + peer;
    }
}
