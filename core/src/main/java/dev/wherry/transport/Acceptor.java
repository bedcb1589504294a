package dev.wherry.transport;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/**
 * A bound server channel and the thread that accepts from it. The thread keeps the JVM alive, as a server's should. It
 * waits in a selector: a channel that is closed while a thread blocks in {@code accept} goes on accepting for a moment,
 * and the connections that it then takes hang for ever.
 */
final class Acceptor implements Listener {
    private static final Logger LOG = System.getLogger("dev.wherry.transport");
    /** After an error such as "too many open files", which an immediate retry would only repeat. */
    private static final long PAUSE_MILLIS = 50;

    /** Makes a link of an accepted channel. */
    interface Welcome {
        Link link(SocketChannel channel) throws IOException;
    }

    private final ServerSocketChannel channel;
    private final Selector selector;
    private final URI address;
    private final Runnable closing;
    private final Thread thread;

    /** @param closing runs first of all when it is closed, while it still listens */
    Acceptor(ServerSocketChannel channel, URI address, Welcome welcome, Consumer<Link> accepted, Runnable closing)
            throws IOException {
        this.channel = channel;
        this.address = address;
        this.closing = closing;
        selector = Selector.open();
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_ACCEPT);
        thread = Thread.ofPlatform().name("wherry-accept " + address).start(() -> run(welcome, accepted));
    }

    private void run(Welcome welcome, Consumer<Link> accepted) {
        try (selector) {
            while (channel.isOpen()) {
                selector.select();
                selector.selectedKeys().clear();
                accept(welcome, accepted);
            }
            selector.selectNow(); // lets go of the channel, which only now frees its address
        } catch (IOException e) {
            LOG.log(Level.ERROR, "No longer accepting at " + address, e);
        }
    }

    private void accept(Welcome welcome, Consumer<Link> accepted) {
        try {
            for (SocketChannel socket = channel.accept(); socket != null; socket = channel.accept()) {
                try {
                    accepted.accept(welcome.link(socket));
                } catch (IOException | RuntimeException e) {
                    LOG.log(Level.WARNING, "A connection to " + address + " was dropped as it came in", e);
                    socket.close();
                }
            }
        } catch (ClosedChannelException e) {
            // This listener was closed, which the loop looks at next.
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Cannot accept at " + address + "; going on", e);
            pause();
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

    /** Returns once the address is free again, unless it is called by what is told of accepted links. */
    @Override
    public void close() {
        try {
            closing.run();
        } finally {
            stop();
        }
    }

    private void stop() {
        try {
            channel.close();
            selector.wakeup();
            if (!Thread.currentThread().equals(thread)) {
                thread.join();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
