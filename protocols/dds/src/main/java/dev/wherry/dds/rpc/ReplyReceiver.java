package dev.wherry.dds.rpc;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.WaitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Receives the replies of one channel. The thread of all stubs does so, unless each call has a thread that waits for it: then one of these
 * takes the replies of all, which saves the switch to another thread. For any thread.
 */
final class ReplyReceiver implements AutoCloseable {
    /** The longest wait within the C library, which an interrupt does not end. */
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(50);

    /** The calls with a waiting thread, one after the other, after which such threads receive. */
    private static final int AWAITED = 8;

    private static final int AT_ONCE = 64;

    private final Reader reader;
    private final SampleSink sink;
    private final SampleReceiver shared;
    private final Runnable wakeWaiting;
    private final WaitSet waitSet;
    private boolean isShared; // guarded by this, as all below
    private int unattended;
    private int awaited;
    private @Nullable Thread taking;
    private boolean taken;
    private boolean closed;

    /** @param wakeWaiting has a thread that waits for a reply call {@link #await} again */
    ReplyReceiver(
            Reader reader, SampleSink sink, Participant participant, SampleReceiver shared, Runnable wakeWaiting) {
        this.reader = reader;
        this.sink = sink;
        this.shared = shared;
        this.wakeWaiting = wakeWaiting;
        waitSet = participant.waitSet();
        waitSet.attach(reader);
        share();
    }

    private void share() {
        if (!closed) {
            isShared = true;
            awaited = 0;
            shared.add(reader, sink);
        }
    }

    /** Counts a call for which no thread waits. */
    synchronized void begin() {
        unattended++;
        if (!isShared) {
            share();
        }
    }

    /** A call has ended for which no thread has waited. */
    synchronized void end() {
        unattended--;
    }

    /** Waits on the calling thread, a platform thread, until its reply is there or the time is up; returns at other times, too. */
    void await(long nanos, BooleanSupplier there) {
        if (!mayTake()) {
            LockSupport.parkNanos(this, nanos);
            return;
        }
        try {
            long until = System.nanoTime() + nanos;
            boolean open = true;
            for (long left = nanos;
                    open
                            && left > 0
                            && !there.getAsBoolean()
                            && !Thread.currentThread().isInterrupted();
                    left = until - System.nanoTime()) {
                open = waitSet.await(Math.min(left, STEP), this::take);
            }
        } finally {
            synchronized (this) {
                taking = null;
            }
            wakeWaiting.run();
        }
    }

    /** A thread waits no longer, and has not got its reply. */
    void gaveUp() {
        wakeWaiting.run();
    }

    private synchronized boolean mayTake() {
        if (isShared) {
            if (unattended > 0 || ++awaited < AWAITED) {
                return false;
            }
            isShared = false;
            shared.lend(reader, this);
        }
        if (taking != null) {
            return false;
        }
        taking = Thread.currentThread();
        taken = true;
        return true;
    }

    private void take(Reader from) {
        try {
            from.take(sink, AT_ONCE);
        } catch (DdsException e) {
            if (e.kind() != DdsException.Kind.CLOSED) {
                throw e;
            }
        }
    }

    /** Ends the wait of a thread whose call has ended without a reply. */
    synchronized void wake(Thread waiting) {
        if (waiting.equals(taking)) {
            waitSet.wakeUp();
        } else {
            LockSupport.unpark(waiting);
        }
    }

    /**
     * Called now and then while the reader is lent to threads that wait. If none has taken replies since the last time, the thread of all
     * stubs does so again, since this reader receives the replies to other clients too.
     */
    synchronized void checkUse() {
        if (taking == null && !taken && !isShared) {
            share();
        }
        taken = false;
    }

    /** Called before the reader is closed. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        shared.remove(reader);
        waitSet.close();
    }
}
