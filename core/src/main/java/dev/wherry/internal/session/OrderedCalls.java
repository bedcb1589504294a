package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls that have the same order number one after another, as they were received, on one thread while there are any.
 * Keeps nothing of an order whose calls are done. For any thread.
 */
public final class OrderedCalls {
    /** The calls that wait behind one that runs, by their order. */
    private final Map<Long, Queue<Runnable>> waiting = new HashMap<>();

    /**
     * Runs a call after all earlier ones of its order.
     *
     * @param threads starts a thread
     * @throws OutOfMemoryError if no thread can be started: neither this call is run, nor what other threads add meanwhile
     */
    public void run(long order, Runnable call, Executor threads) {
        if (begin(order, call)) {
            try {
                threads.execute(() -> drain(order, call));
            } catch (OutOfMemoryError e) {
                next(order);
                throw e;
            }
        }
    }

    /** Returns true if the call can run now, and false if it waits behind others. */
    private synchronized boolean begin(long order, Runnable call) {
        Queue<Runnable> before = waiting.get(order);
        if (before != null) {
            before.add(call);
            return false;
        }
        waiting.put(order, new ArrayDeque<>());
        return true;
    }

    /** Returns the next call of this order, or null if none waits: then the order is done. */
    private synchronized @Nullable Runnable next(long order) {
        Queue<Runnable> behind = waiting.get(order);
        Runnable next = behind == null ? null : behind.poll();
        if (next == null) {
            waiting.remove(order);
        }
        return next;
    }

    private void drain(long order, Runnable first) {
        for (Runnable next = first; next != null; next = next(order)) {
            try {
                next.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "An ordered call failed unexpectedly; those behind it go on", e);
            }
        }
    }

    /** Returns the number of orders that have a call running or waiting. */
    synchronized int orders() {
        return waiting.size();
    }
}
