package dev.wherry.internal.session;

import dev.wherry.spi.In;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A selector and its thread, shared by many main links: at rest a link is a key, with no thread and no buffer. */
final class Loop {
    private static final Logger LOG = System.getLogger("dev.wherry.session");
    private static final int DESK = 1 << 17;

    private record Arrival(MainLink link, SelectableChannel channel, In rest, CompletableFuture<Void> registered) {}

    private final Selector selector;
    private final ConcurrentLinkedQueue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    private final byte[] desk = new byte[DESK];
    /** As it was after the last select. */
    private long now;

    private volatile boolean open = true;

    Loop() throws IOException {
        selector = Selector.open();
        Thread.ofPlatform().daemon().name("wherry-loop").start(this::run);
    }

    /**
     * Reads the link from now on. Returns when its key is registered: before that, a write that does not fit would have
     * no key to wait at.
     *
     * @param rest bytes that were read past the Hello
     */
    void add(MainLink link, SelectableChannel channel, byte[] rest) throws IOException {
        CompletableFuture<Void> registered = new CompletableFuture<>();
        Arrival arrival = new Arrival(link, channel, new In(rest), registered);
        arrivals.add(arrival);
        selector.wakeup();
        if (!open && arrivals.remove(arrival)) {
            throw new IOException("this endpoint was closed");
        }
        registered.join();
    }

    private void run() {
        while (open) {
            try {
                selector.select();
                now = System.nanoTime();
                register();
                for (SelectionKey key : selector.selectedKeys()) {
                    serve(key);
                }
                selector.selectedKeys().clear();
            } catch (IOException | RuntimeException | Error e) {
                goOn(e);
            }
        }
        for (Arrival arrival; (arrival = arrivals.poll()) != null; ) {
            arrival.link().broken(new ClosedChannelException());
            arrival.registered().complete(null);
        }
        try {
            selector.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "A selector could not be closed", e);
        }
    }

    private void register() {
        for (Arrival arrival; (arrival = arrivals.poll()) != null; ) {
            MainLink link = arrival.link();
            try {
                SelectionKey key = arrival.channel().register(selector, SelectionKey.OP_READ, link);
                link.whenClosed(selector::wakeup);
                link.outbox().whenFull(() -> awaitRoom(key));
                link.take(arrival.rest().array(), arrival.rest().remaining(), now);
            } catch (IOException | RuntimeException | Error e) {
                link.broken(e);
            } finally {
                arrival.registered().complete(null);
            }
        }
    }

    private void awaitRoom(SelectionKey key) {
        try {
            key.interestOpsOr(SelectionKey.OP_WRITE);
            selector.wakeup();
        } catch (CancelledKeyException e) {
            LOG.log(Level.TRACE, "A link was closed by another thread before all was written", e);
        }
    }

    /** The thread serves many links, so it outlives whatever happens; whose link it was is closed, and this is for the log. */
    private static void goOn(Throwable e) {
        try {
            LOG.log(Level.ERROR, "A selector's turn failed; going on", e);
        } catch (RuntimeException | Error again) {
            e.addSuppressed(again); // nobody can be told: there is no memory even to log
        }
    }

    private void serve(SelectionKey key) {
        MainLink link = (MainLink) key.attachment();
        try {
            if (key.isWritable()) {
                key.interestOpsAnd(~SelectionKey.OP_WRITE);
                link.outbox().flush();
            }
            if (key.isReadable()) {
                link.take(desk, link.read(desk), now);
            }
        } catch (CancelledKeyException e) {
            LOG.log(Level.TRACE, "A link was closed by another thread meanwhile", e);
        } catch (RuntimeException | Error e) {
            // Whatever it is, the other links of this loop go on.
            link.broken(e);
        }
    }

    void close() {
        open = false;
        selector.wakeup();
    }
}
