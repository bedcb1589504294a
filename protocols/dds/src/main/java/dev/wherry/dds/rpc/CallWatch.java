package dev.wherry.dds.rpc;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Notices calls that run for more than two milliseconds on the thread that receives. A thread looks for them while calls are made, and
 * sleeps otherwise.
 */
final class CallWatch implements AutoCloseable {
    /** The begin of no call. */
    static final long NONE = 0;

    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(2);

    /** The looks without a call after which the thread sleeps. */
    private static final int QUIET = 100;

    private final LongSupplier since;
    private final LongConsumer tooLong;
    private final Thread thread;
    private volatile boolean asleep;
    private volatile boolean closed;

    /**
     * @param since returns when the present call began, by {@link System#nanoTime()}
     * @param tooLong is called with that
     */
    CallWatch(String name, LongSupplier since, LongConsumer tooLong) {
        this.since = since;
        this.tooLong = tooLong;
        thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    /** A call has begun. */
    void began() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        int quiet = 0;
        while (!closed) {
            long began = since.getAsLong();
            quiet = began == NONE ? quiet + 1 : 0;
            if (quiet > QUIET) {
                asleep = true;
                if (since.getAsLong() == NONE && !closed) {
                    LockSupport.park(this);
                }
                asleep = false;
                quiet = 0;
            }
            LockSupport.parkNanos(this, LONGEST);
            if (began != NONE && since.getAsLong() == began && System.nanoTime() - began >= LONGEST) {
                tooLong.accept(began);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
