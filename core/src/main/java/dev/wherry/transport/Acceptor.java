package dev.wherry.transport;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** A bound server channel and the thread that accepts from it. The thread keeps the JVM alive, as a server's should. */
final class Acceptor implements Listener {
    private static final Logger LOG = System.getLogger("dev.wherry.transport");
    /** After an error such as "too many open files", which an immediate retry would only repeat. */
    private static final long PAUSE_MILLIS = 50;

    /** Makes a link of an accepted channel. */
    interface Welcome {
        Link link(SocketChannel channel) throws IOException;
    }

    private final ServerSocketChannel channel;
    private final URI address;
    private final Runnable closed;

    Acceptor(ServerSocketChannel channel, URI address, Welcome welcome, Consumer<Link> accepted, Runnable closed) {
        this.channel = channel;
        this.address = address;
        this.closed = closed;
        Thread.ofPlatform().name("wherry-accept " + address).start(() -> accept(welcome, accepted));
    }

    private void accept(Welcome welcome, Consumer<Link> accepted) {
        while (channel.isOpen()) {
            try {
                SocketChannel socket = channel.accept();
                try {
                    accepted.accept(welcome.link(socket));
                } catch (IOException | RuntimeException e) {
                    LOG.log(Level.WARNING, "A connection to " + address + " was dropped as it came in", e);
                    socket.close();
                }
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                LOG.log(Level.WARNING, "Cannot accept at " + address + "; going on", e);
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public URI address() {
        return address;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            closed.run();
        }
    }
}
