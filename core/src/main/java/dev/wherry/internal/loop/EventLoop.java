package dev.wherry.internal.loop;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.internal.loop.LoopThread.Ownership;
import dev.wherry.internal.statistics.Meter;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.text.Throttle;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads main links, and runs the calls that they receive. One thread at a time owns the loop and drives it. It runs quick
 * methods itself. While one runs, the number of the call is in {@code inside}. The thread that sets it back to 0 owns the loop.
 * That is the thread that ran the method or, if the method runs long, the one that takes the loop away.
 *
 * <pre>
 * POLL --&gt; READ --&gt; RUN(n) --&gt; READ --&gt; POLL
 *                     +------ runs long, or waits for a remote call --&gt; another thread goes on: READ --&gt; POLL
 * </pre>
 */
public abstract class EventLoop {
    private static final int BUFFER = 1 << 17;
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

    // Used by the owner only.
    private final Meter meter = new Meter();
    private @Nullable LinkHandler active;
    private volatile Ownership ownership = newOwnership();
    private LinkHandler.@Nullable Call running;
    private long number;
    /** The clock after the last wait. */
    private long now;

    private volatile long inside;
    private volatile boolean busy;
    private volatile boolean open = true;
    /** The number that was inside at the last check. Used by the watcher only. */
    private long seen;
    /** A thread that waits for the loop. Guarded by this. */
    private @Nullable LoopThread spare;
    /** The thread that drives next. Guarded by this. */
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
     * @param first the link whose bytes are in the buffer already
     */
    final synchronized void start(@Nullable LinkHandler first) {
        active = first;
        call(ready());
    }

    // ---- reading, by the owner

    /** Waits, between {@link #rests} and {@link #works}, for a link with input, and reads it into the buffer. */
    abstract @Nullable LinkHandler await(ReadBuffer buffer) throws IOException;

    /** Returns the next such link without waiting; null if there is none. */
    abstract @Nullable LinkHandler next(ReadBuffer buffer);

    /** Ends a wait, from any thread. */
    abstract void wakeUp();

    /** Called when the loop has ended. */
    abstract void end();

    /** Called before it waits. */
    final void rests() {
        busy = false;
    }

    /** Called after it has waited. */
    final void works() {
        busy = true;
        watcher.wakeForLoops();
        now = System.nanoTime();
    }

    final boolean isOpen() {
        return open;
    }

    // ---- by the owner

    /** Drives the loop until it is closed, or taken away from the calling thread. */
    void drive(Ownership mine) {
        if (active != null) {
            active.release(); // so that answers do not wait for what is still in the buffer
        }
        // A step that fails has closed its link.
        EndlessTask.run("A step of an event loop failed", new EndlessTask() {
            @Override
            public boolean goesOn() {
                return open && !mine.isLost();
            }

            // Serves what is ready, and waits for more.
            @Override
            public void step() throws IOException {
                serve(mine);
                if (!mine.isLost()) {
                    active = await(mine.buffer());
                }
            }
        });
        if (!mine.isLost()) {
            end();
        }
    }

    /** Serves what is in the buffer, then every other link that is ready. */
    private void serve(Ownership mine) {
        for (LinkHandler link = active; link != null; link = next(mine)) {
            link.hold();
            try {
                link.take(mine.buffer(), mine, now);
            } finally {
                if (!mine.isLost()) {
                    link.release();
                }
            }
            if (mine.isLost()) {
                return;
            }
        }
    }

    private @Nullable LinkHandler next(Ownership mine) {
        active = null;
        active = next(mine.buffer());
        return active;
    }

    // ---- running a method

    /** For the owner. */
    Ownership ownership() {
        return ownership;
    }

    /** For the owner. */
    Meter meter() {
        return meter;
    }

    /** Called by the owner before it runs a call. Returns the number of the call, for {@link #leave}. */
    long enter(LinkHandler.Call call) {
        running = call;
        long mine = ++number;
        INSIDE.setRelease(this, mine);
        return mine;
    }

    /** Called by the thread that ran the call of this number. Returns false if it is no longer the owner. */
    boolean leave(long mine) {
        boolean owner = INSIDE.compareAndSet(this, mine, 0L);
        if (owner) {
            running = null; // so that an idle loop keeps nothing of its last call
        }
        return owner;
    }

    /** Called by the watcher: takes the loop away from a method that runs since the last check. Returns true while it works. */
    boolean check() {
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
     * Lets another thread go on, if that call is still inside.
     *
     * @throws OutOfMemoryError if there is no thread or no memory; then nothing changes
     */
    synchronized void takeAway(long mine) {
        LinkHandler.Call call = running;
        if (mine == 0 || inside != mine || call == null) {
            return;
        }
        LoopThread next = ready();
        Ownership its = newOwnership();
        // Before the loop is given away: a Cancel that is read then must find it.
        long id = call.becomesKnown();
        if (!INSIDE.compareAndSet(this, mine, 0L)) {
            call.hasEnded(id);
            return;
        }
        passOn(next, its);
        call.runsLong();
    }

    private Ownership newOwnership() {
        return new Ownership(this, new ReadBuffer(BUFFER));
    }

    /** Returns a thread that waits for the loop. The caller holds the lock until the thread is called. */
    private LoopThread ready() {
        LoopThread ready = spare;
        if (ready == null) {
            ready = new LoopThread(this);
            ready.start();
            spare = ready;
        }
        return ready;
    }

    /** Lets a thread go on with what is left in the buffer. */
    private void passOn(LoopThread to, Ownership next) {
        ownership.buffer().moveRest(next.buffer());
        ownership = next;
        call(to);
    }

    private void call(LoopThread to) {
        spare = null;
        called = to;
        notifyAll();
    }

    /** Waits for the loop. Returns the calling thread's ownership of it; null if the thread is no longer needed. */
    synchronized @Nullable Ownership awaitOwnership(LoopThread me) {
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
        return ownership;
    }

    void close() {
        open = false;
        // Another thread ends the loop if a method runs now.
        tryTakeAway(inside);
        synchronized (this) {
            notifyAll();
        }
        wakeUp();
    }
}
