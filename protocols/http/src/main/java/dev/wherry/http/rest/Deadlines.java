package dev.wherry.http.rest;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts threads whose calls run longer than their callers wait. One thread does so for all endpoints. It sleeps until the first
 * deadline, and ends when there are none for a while.
 */
final class Deadlines {
    private static final long LINGER_NANOS = 10_000_000_000L;
    private static final Deadlines ALL = new Deadlines();

    private final Set<Running> running = ConcurrentHashMap.newKeySet();
    private volatile long wakeAt = Long.MAX_VALUE;
    private volatile @Nullable Thread watcher;

    /** A call that runs on a thread. */
    static final class Running {
        private final Thread thread = Thread.currentThread();
        private final long until;
        private boolean ended;
        private boolean late;

        private Running(long until) {
            this.until = until;
        }

        private synchronized void interrupt() {
            if (!ended && !late) {
                late = true;
                thread.interrupt();
            }
        }

        /** Ends the call. Returns whether its thread was interrupted. */
        synchronized boolean end() {
            ended = true;
            ALL.running.remove(this);
            if (late) {
                Thread.interrupted(); // nothing that follows is to be interrupted
            }
            return late;
        }
    }

    /** Begins a call on the current thread. */
    static Running begin(long nanos) {
        Running call = new Running(System.nanoTime() + nanos);
        ALL.add(call);
        return call;
    }

    private void add(Running call) {
        running.add(call);
        Thread thread = watcher;
        if (thread == null) {
            start();
        } else if (call.until - wakeAt < 0) {
            LockSupport.unpark(thread);
        }
    }

    private synchronized void start() {
        if (watcher == null) {
            wakeAt = System.nanoTime();
            watcher = Thread.ofVirtual().name("wherry-http-deadlines").start(this::watch);
        }
    }

    private void watch() {
        long idleSince = System.nanoTime();
        while (true) {
            long now = System.nanoTime();
            long next = now + LINGER_NANOS;
            wakeAt = next; // a call that is added from now on and is earlier wakes this thread
            for (Running each : running) { // a call leaves the set when it ends
                if (each.until - now <= 0) {
                    each.interrupt();
                } else if (each.until - next < 0) {
                    next = each.until;
                }
            }
            if (!running.isEmpty()) {
                idleSince = now;
            } else if (now - idleSince > LINGER_NANOS && left()) {
                return;
            }
            wakeAt = next;
            LockSupport.parkNanos(Math.max(1, next - System.nanoTime()));
        }
    }

    private synchronized boolean left() {
        watcher = null;
        if (running.isEmpty()) {
            return true;
        }
        watcher = Thread.currentThread(); // a call was added that has seen this thread
        return false;
    }
}
