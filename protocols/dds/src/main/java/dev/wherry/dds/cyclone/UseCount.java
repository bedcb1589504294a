package dev.wherry.dds.cyclone;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the threads that are inside the C library with one entity, so that its memory is freed once, after the last of them has
 * left. For any thread.
 */
final class UseCount {
    private static final int CLOSED = 1 << 31;

    private final AtomicInteger state = new AtomicInteger();
    private final CountDownLatch freed = new CountDownLatch(1);
    private final String what;
    private final Runnable free;

    /**
     * @param what is used, for messages
     * @param free runs once, after the entity is closed and unused
     */
    UseCount(String what, Runnable free) {
        this.what = what;
        this.free = free;
    }

    /** @throws dev.wherry.dds.engine.DdsException of kind CLOSED if the entity is closed */
    void enter() {
        if (!tryEnter()) {
            throw ReturnCodes.closed(what);
        }
    }

    boolean tryEnter() {
        int seen;
        do {
            seen = state.get();
            if (seen < 0) {
                return false;
            }
        } while (!state.compareAndSet(seen, seen + 1));
        return true;
    }

    boolean isClosed() {
        return state.get() < 0;
    }

    void exit() {
        if (state.decrementAndGet() == CLOSED) {
            try {
                free.run();
            } finally {
                freed.countDown();
            }
        }
    }

    /**
     * Closes the entity, unless it is closed.
     *
     * @param interrupt makes threads return that are in the C library
     */
    void close(Runnable interrupt) {
        int seen;
        do {
            seen = state.get();
            if (seen < 0) {
                return;
            }
        } while (!state.compareAndSet(seen, (seen + 1) | CLOSED));
        try {
            interrupt.run();
        } finally {
            exit();
        }
    }

    /** Waits until the memory of a closed entity is freed. An interrupt does not end it. */
    void awaitFreed() {
        boolean interrupted = false;
        while (true) {
            try {
                freed.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
