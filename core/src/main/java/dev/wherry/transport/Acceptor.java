package dev.wherry.transport;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A bound server channel and the thread that accepts from it. The thread keeps the JVM alive, as a server's should. It waits in
 * a selector. A channel that is closed while a thread blocks in {@code accept} would go on accepting for a moment, and the
 * connections of that moment would hang for ever.
 */
final class Acceptor implements Listener {
    private static final Logger LOG = System.getLogger("dev.wherry.transport");
    /** The pause after an error such as "too many open files", which an immediate retry would only repeat. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    private static final String CANNOT_ACCEPT = "Cannot accept at %s; trying again until it is possible";
    /** Of so many consecutive failures, one is logged. */
    private static final int LOGGED_FAILURES = 200;

    /** Makes a link of an accepted channel. */
    interface Welcome {
        Link link(SocketChannel channel) throws IOException;
    }

    private final ServerSocketChannel channel;
    private final Selector selector;
    private final URI address;
    private final Runnable closing;
    private final Thread thread;
    /** Consecutive failures to accept. Used by the thread alone. */
    private int failures;

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
        while (channel.isOpen()) {
            try {
                selector.select();
                selector.selectedKeys().clear();
                accept(welcome, accepted);
                failures = 0;
            } catch (Throwable e) { // nothing but close ends this thread: no other accepts here
                pauseAfter(e);
            }
        }
        try (selector) {
            selector.selectNow(); // releases the channel, which only now frees its address
        } catch (IOException | RuntimeException | Error e) {
            log("The address %s may not be free again", e);
        }
    }

    private void accept(Welcome welcome, Consumer<Link> accepted) throws IOException {
        for (SocketChannel socket = channel.accept(); socket != null; socket = channel.accept()) {
            try {
                accepted.accept(welcome.link(socket));
            } catch (IOException | RuntimeException | Error e) {
                socket.close();
                log("A connection to %s was dropped as it came in", e);
            }
        }
    }

    /** Pauses: connections in the kernel's queue are accepted once there are descriptors and memory again. */
    private void pauseAfter(Throwable e) {
        if (!channel.isOpen()) {
            return; // this listener was closed, which the loop looks at next
        }
        if (failures++ % LOGGED_FAILURES == 0) {
            log(CANNOT_ACCEPT, e);
        }
        LockSupport.parkNanos(PAUSE);
    }

    /** Without descriptors and memory logging may fail as well; then all that is left is to go on. */
    private void log(String format, Throwable e) {
        try {
            LOG.log(Level.WARNING, String.format(format, address), e);
        } catch (Throwable again) {
            LockSupport.parkNanos(PAUSE);
        }
    }

    @Override
    public URI address() {
        return address;
    }

    /** Returns once the address is free again, unless the receiver of accepted links calls it. */
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
