package dev.wherry.internal.loop;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.In;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A selector shared by many main links: at rest a link is a key, with no thread and no buffer. */
public final class SelectorLoop extends EventLoop {
    private record Arrival(LinkHandler link, SelectableChannel channel, In rest, CompletableFuture<Void> registered) {}

    /** Has the selector report when a full link has capacity again. */
    private record CapacityWait(Selector selector, SelectionKey key) implements Runnable {
        @Override
        public void run() {
            try {
                key.interestOpsOr(SelectionKey.OP_WRITE);
                selector.wakeup();
            } catch (CancelledKeyException e) {
                LOG.log(Level.TRACE, "A link was closed by another thread before all was written", e);
            }
        }
    }

    /** Has the selector forget a link that was closed. */
    private record WakeUp(Selector selector) implements Runnable {
        @Override
        public void run() {
            selector.wakeup();
        }
    }

    private final Selector selector;
    private final ConcurrentLinkedQueue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    /** The owner's. */
    private final ArrayDeque<SelectionKey> ready = new ArrayDeque<>();
    /** The owner's: a new link, which may have decrypted bytes of which the selector does not know. */
    private @Nullable LinkHandler unread;

    SelectorLoop(Watcher watcher) throws IOException {
        super(watcher);
        selector = Selector.open();
        start(null);
    }

    /**
     * Reads the link from now on. Returns when its key is registered: before that, a write that does not fit would have
     * no key to wait at.
     *
     * @param rest bytes that were read past the Hello
     */
    public void add(LinkHandler link, SelectableChannel channel, byte[] rest) throws IOException {
        CompletableFuture<Void> registered = new CompletableFuture<>();
        Arrival arrival = new Arrival(link, channel, new In(rest), registered);
        arrivals.add(arrival);
        selector.wakeup();
        if (!isOpen() && arrivals.remove(arrival)) {
            throw new IOException("this endpoint was closed");
        }
        registered.join();
    }

    // Not select(Consumer): that holds the selector's locks while methods run, and nobody could take the loop over.
    @Override
    @Nullable
    LinkHandler await(ReadBuffer buffer) throws IOException {
        rests();
        selector.select();
        works();
        for (SelectionKey key : selector.selectedKeys()) {
            ready.add(key);
        }
        selector.selectedKeys().clear();
        Arrival arrival = arrivals.poll();
        if (arrival == null) {
            return next(buffer);
        }
        if (arrivals.peek() != null) {
            selector.wakeup();
        }
        return isRegistered(arrival, buffer) ? arrival.link() : null;
    }

    private boolean isRegistered(Arrival arrival, ReadBuffer buffer) {
        LinkHandler link = arrival.link();
        try {
            SelectionKey key = arrival.channel().register(selector, SelectionKey.OP_READ, link);
            link.whenClosed(new WakeUp(selector));
            link.whenFull(new CapacityWait(selector, key));
            buffer.hold(arrival.rest());
            unread = link;
            return true;
        } catch (IOException | RuntimeException | Error e) {
            link.broken(e);
            return false;
        } finally {
            arrival.registered().complete(null);
        }
    }

    @Override
    @Nullable
    LinkHandler next(ReadBuffer buffer) {
        LinkHandler added = unread;
        unread = null;
        if (added != null && added.read(buffer)) {
            return added;
        }
        for (SelectionKey key; (key = ready.poll()) != null; ) {
            LinkHandler link = (LinkHandler) key.attachment();
            if (isRead(link, key, buffer)) {
                return link;
            }
        }
        return null;
    }

    private static boolean isRead(LinkHandler link, SelectionKey key, ReadBuffer buffer) {
        try {
            if (key.isWritable()) {
                key.interestOpsAnd(~SelectionKey.OP_WRITE);
                link.flush();
            }
            if (key.isReadable()) {
                return link.read(buffer);
            }
        } catch (CancelledKeyException e) {
            LOG.log(Level.TRACE, "A link was closed by another thread meanwhile", e);
        } catch (RuntimeException | Error e) {
            // Any failure ends this link only, and the other links of the loop go on.
            link.broken(e);
        }
        return false;
    }

    @Override
    void wakeUp() {
        selector.wakeup();
    }

    @Override
    void end() {
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
}
