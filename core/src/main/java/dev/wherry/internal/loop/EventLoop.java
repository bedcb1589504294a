package dev.wherry.internal.loop;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.internal.invoke.Throttle;
import dev.wherry.internal.loop.LoopThread.Turn;
import dev.wherry.internal.statistics.Meter;
import dev.wherry.internal.wire.ReadBuffer;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads main links, and runs what comes by them. One thread at a time owns the loop and drives it. It runs quick methods
 * itself; while one runs, its number stands in {@code inside}. Whoever sets that back to 0 owns the loop: the thread that
 * ran the method or, if the method lasts, the one that takes the loop away.
 *
 * <pre>
 * POLL --&gt; READ --&gt; RUN(n) --&gt; READ --&gt; POLL
 *                     +------ lasts, or waits for a remote call --&gt; another thread goes on: READ --&gt; POLL
 * </pre>
 */
public abstract class EventLoop {
    private static final int DESK = 1 << 17;
    private static final Throttle NO_THREADS = new Throttle(1, TimeUnit.SECONDS.toNanos(10));
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(EventLoop.class, "inside", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Watcher watcher;

    // The owner's.
    private final Meter meter = new Meter();
    private @Nullable LinkHandler active;
    private volatile Turn turn = newTurn();
    private LinkHandler.@Nullable Call running;
    private long number;
    /** As it was after the last wait. */
    private long now;

    private volatile long inside;
    private volatile boolean busy;
    private volatile boolean open = true;
    /** The watcher's: who was inside when it looked last. */
    private long seen;
    /** A thread that waits to drive; guarded by this. */
    private @Nullable LoopThread spare;
    /** One that is to drive next; guarded by this. */
    private @Nullable LoopThread called;

    EventLoop(Watcher watcher) {
        this.watcher = watcher;
    }

    final Watcher watcher() {
        return watcher;
    }

    /**
     * Starts the first thread.
     *
     * @param first whose bytes are on the desk already
     */
    final synchronized void start(@Nullable LinkHandler first) {
        active = first;
        call(ready());
    }

    // ---- where it reads, by the owner

    /** Waits, between {@link #rests} and {@link #works}, for a link of which something has come, which is on the desk then. */
    abstract @Nullable LinkHandler await(ReadBuffer desk) throws IOException;

    /** The next such link without waiting; null: there is none. */
    abstract @Nullable LinkHandler next(ReadBuffer desk);

    /** Ends a wait, from any thread. */
    abstract void wakeUp();

    /** The loop has ended. */
    abstract void end();

    /** It is about to wait. */
    final void rests() {
        busy = false;
    }

    /** It has waited. */
    final void works() {
        busy = true;
        watcher.wakeForLoops();
        now = System.nanoTime();
    }

    final boolean isOpen() {
        return open;
    }

    // ---- by the owner

    /** Until the loop is closed, or taken away from the calling thread. */
    void drive(Turn mine) {
        if (active != null) {
            active.release(); // what is answered does not wait for what is still on the desk
        }
        // A turn that fails has closed the link that it was of.
        EndlessTask.run("A loop's turn failed", new Steps(mine));
        if (!mine.isOver()) {
            end();
        }
    }

    /** The steps of a turn: each serves what is ready, and waits for more. */
    private final class Steps implements EndlessTask {
        private final Turn mine;

        Steps(Turn mine) {
            this.mine = mine;
        }

        @Override
        public boolean goesOn() {
            return open && !mine.isOver();
        }

        @Override
        public void step() throws IOException {
            serve(mine);
            if (!mine.isOver()) {
                active = await(mine.desk());
            }
        }
    }

    /** Serves what is on the desk, then every other link that is ready. */
    private void serve(Turn mine) {
        for (LinkHandler link = active; link != null; link = next(mine)) {
            link.hold();
            try {
                link.take(mine.desk(), mine, now);
            } finally {
                if (!mine.isOver()) {
                    link.release();
                }
            }
            if (mine.isOver()) {
                return;
            }
        }
    }

    private @Nullable LinkHandler next(Turn mine) {
        active = null;
        active = next(mine.desk());
        return active;
    }

    // ---- running a method

    /** The owner's. */
    Turn turn() {
        return turn;
    }

    /** The owner's. */
    Meter meter() {
        return meter;
    }

    /** By the owner, which is about to run this call. Its number, for {@link #leave}. */
    long enter(LinkHandler.Call call) {
        running = call;
        long mine = ++number;
        INSIDE.setRelease(this, mine);
        return mine;
    }

    /** By the thread that ran the call of this number. False: it is not the owner any more. */
    boolean leave(long mine) {
        boolean owner = INSIDE.compareAndSet(this, mine, 0L);
        if (owner) {
            running = null; // a loop at rest keeps nothing of the call that it ran last
        }
        return owner;
    }

    /** By the watcher: takes the loop away from a method that runs since it looked last. True while the loop is at work. */
    boolean look() {
        long now = inside;
        if (now != 0 && now == seen) {
            tryTakeAway(now);
        }
        seen = now;
        return busy;
    }

    private void tryTakeAway(long mine) {
        try {
            takeAway(mine);
        } catch (OutOfMemoryError e) {
            failed(e);
        }
    }

    private static void failed(OutOfMemoryError e) {
        if (NO_THREADS.next(System.nanoTime()) >= 0) {
            LOG.log(Level.WARNING, "No other thread can go on reading; trying again", e);
        }
    }

    /**
     * Has another thread go on, if that call is still inside.
     *
     * @throws OutOfMemoryError if there is none to be had, or no room; then all stays as it was
     */
    synchronized void takeAway(long mine) {
        LinkHandler.Call call = running;
        if (mine == 0 || inside != mine || call == null) {
            return;
        }
        LoopThread next = ready();
        Turn its = newTurn();
        // Before the loop is given away: a Cancel that is read then must find it.
        long id = call.becomesKnown();
        if (!INSIDE.compareAndSet(this, mine, 0L)) {
            call.hasEnded(id);
            return;
        }
        passOn(next, its);
        call.lasts();
    }

    private Turn newTurn() {
        return new Turn(this, new ReadBuffer(DESK));
    }

    /** A thread that waits to drive; the caller holds the lock until it is called. */
    private LoopThread ready() {
        LoopThread ready = spare;
        if (ready == null) {
            ready = new LoopThread(this);
            ready.start();
            spare = ready;
        }
        return ready;
    }

    /** Has that thread go on with what is left on the desk. */
    private void passOn(LoopThread to, Turn next) {
        turn.desk().moveRest(next.desk());
        turn = next;
        call(to);
    }

    private void call(LoopThread to) {
        spare = null;
        called = to;
        notifyAll();
    }

    /** By a thread that does not drive. What it owns the loop for; null: nobody needs it any more. */
    synchronized @Nullable Turn awaitTurn(LoopThread me) {
        if (called != me && spare != null && spare != me) {
            return null;
        }
        spare = called == me ? spare : me;
        while (called != me && open) {
            try {
                wait();
            } catch (InterruptedException e) {
                LOG.log(Level.DEBUG, "An interrupt was meant for a method that has ended", e);
            }
        }
        if (called != me) {
            spare = null;
            return null;
        }
        called = null;
        return turn;
    }

    void close() {
        open = false;
        // A method that runs now is left to itself, so that somebody ends the loop.
        tryTakeAway(inside);
        synchronized (this) {
            notifyAll();
        }
        wakeUp();
    }
}
