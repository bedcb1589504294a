package dev.wherry.internal.session;

import dev.wherry.internal.protocol.Desk;
import dev.wherry.spi.In;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A selector shared by many main links: at rest a link is a key, with no thread and no buffer. One thread at a time owns
 * the loop and drives it. It runs quick methods itself; while one runs, its number stands in {@code inside}. Whoever sets
 * that back to 0 owns the loop: the thread that ran the method or, if the method lasts, the one that takes the loop away.
 *
 * <pre>
 * POLL --&gt; READ --&gt; RUN(n) --&gt; READ --&gt; POLL
 *                     +------ lasts, or waits for a remote call --&gt; another thread goes on: READ --&gt; POLL
 * </pre>
 */
final class Loop {
    private static final Logger LOG = System.getLogger("dev.wherry.session");
    private static final int DESK = 1 << 17;
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(Loop.class, "inside", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private record Arrival(MainLink link, SelectableChannel channel, In rest, CompletableFuture<Void> registered) {}

    private final Watcher watcher;
    private final Selector selector;
    private final ConcurrentLinkedQueue<Arrival> arrivals = new ConcurrentLinkedQueue<>();

    // The owner's.
    private final ArrayDeque<SelectionKey> ready = new ArrayDeque<>();
    private @Nullable MainLink active;
    private Turn turn = new Turn(this, new Desk(DESK));
    private @Nullable ServedCall running;
    private long number;
    /** As it was after the last select. */
    private long now;

    private volatile long inside;
    private volatile boolean busy;
    private volatile boolean open = true;
    /** The watcher's: who was inside when it looked last. */
    private long seen;
    /** A thread that waits to drive; guarded by this. */
    private @Nullable Driver spare;

    Loop(Watcher watcher) throws IOException {
        this.watcher = watcher;
        selector = Selector.open();
        new Driver(this).start();
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

    // ---- by the owner

    /** Until the loop is closed, or taken away from the calling thread. */
    void drive(Turn mine) {
        if (active != null) {
            active.outbox().sendAdded(); // what is answered does not wait for what is still on the desk
        }
        while (open && !mine.isOver()) {
            try {
                serve(mine);
                if (!mine.isOver()) {
                    select(mine.desk());
                }
            } catch (IOException | RuntimeException | Error e) {
                goOn(e);
            }
        }
        if (!mine.isOver()) {
            end();
        }
    }

    /** Serves what is on the desk, then every other link that is ready. */
    private void serve(Turn mine) {
        for (MainLink link = active; link != null; link = next(mine.desk())) {
            link.take(mine.desk(), mine, now);
            if (mine.isOver()) {
                return;
            }
            link.outbox().sendAdded();
        }
    }

    /** The next link of which something has come, which is on the desk then. */
    private @Nullable MainLink next(Desk desk) {
        active = null;
        for (SelectionKey key; active == null && (key = ready.poll()) != null; ) {
            MainLink link = (MainLink) key.attachment();
            if (isRead(link, key, desk)) {
                active = link;
            }
        }
        return active;
    }

    private boolean isRead(MainLink link, SelectionKey key, Desk desk) {
        try {
            if (key.isWritable()) {
                key.interestOpsAnd(~SelectionKey.OP_WRITE);
                link.outbox().flush();
            }
            if (key.isReadable()) {
                return link.read(desk);
            }
        } catch (CancelledKeyException e) {
            LOG.log(Level.TRACE, "A link was closed by another thread meanwhile", e);
        } catch (RuntimeException | Error e) {
            // Whatever it is, the other links of this loop go on.
            link.broken(e);
        }
        return false;
    }

    // Not select(Consumer): that holds the selector's locks while methods run, and nobody could take the loop over.
    private void select(Desk desk) throws IOException {
        Thread.interrupted(); // by a method's leftover thread, say: it would end the next link that is written
        busy = false;
        selector.select();
        busy = true;
        watcher.wakeForLoops();
        now = System.nanoTime();
        ready.addAll(selector.selectedKeys());
        selector.selectedKeys().clear();
        Arrival arrival = arrivals.poll();
        if (arrival == null) {
            next(desk);
            return;
        }
        if (arrivals.peek() != null) {
            selector.wakeup();
        }
        register(arrival, desk);
    }

    private void register(Arrival arrival, Desk desk) {
        MainLink link = arrival.link();
        try {
            SelectionKey key = arrival.channel().register(selector, SelectionKey.OP_READ, link);
            link.whenClosed(selector::wakeup);
            link.outbox().whenFull(() -> awaitRoom(key));
            desk.hold(arrival.rest());
            active = link;
        } catch (IOException | RuntimeException | Error e) {
            link.broken(e);
        } finally {
            arrival.registered().complete(null);
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

    private void end() {
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

    // ---- running a method

    /** The owner's. */
    Turn turn() {
        return turn;
    }

    /** By the owner, which is about to run this call. Its number, for {@link #leave}. */
    long enter(ServedCall call) {
        running = call;
        long mine = ++number;
        INSIDE.setRelease(this, mine);
        return mine;
    }

    /** By the thread that ran the call of this number. False: it is not the owner any more. */
    boolean leave(long mine) {
        return INSIDE.compareAndSet(this, mine, 0L);
    }

    /** By the watcher: takes the loop away from a method that runs since it looked last. True while the loop is at work. */
    boolean look() {
        long now = inside;
        if (now != 0 && now == seen) {
            takeAway(now);
        }
        seen = now;
        return busy;
    }

    /** Has another thread go on, if that call is still inside. */
    synchronized void takeAway(long mine) {
        ServedCall call = running;
        if (mine == 0 || inside != mine || call == null) {
            return;
        }
        // Before the loop is given away: a Cancel that is read then must find it.
        long id = call.becomesKnown();
        if (!INSIDE.compareAndSet(this, mine, 0L)) {
            call.hasEnded(id);
            return;
        }
        call.lasts();
        turn = new Turn(this, turn.desk().rest());
        if (spare != null) {
            spare = null;
            notifyAll();
        } else {
            new Driver(this).start();
        }
    }

    /** By a thread that has lost the loop. True: it owns it again; false: nobody needs it any more. */
    synchronized boolean awaitTurn(Driver me) {
        if (spare != null) {
            return false;
        }
        spare = me;
        while (spare == me && open) {
            try {
                wait();
            } catch (InterruptedException e) {
                LOG.log(Level.DEBUG, "An interrupt was meant for a method that has ended", e);
            }
        }
        return spare != me;
    }

    void close() {
        open = false;
        // A method that runs now is left to itself, so that somebody ends the loop.
        takeAway(inside);
        synchronized (this) {
            notifyAll();
        }
        selector.wakeup();
    }
}
