package dev.wherry.internal.session;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Runs what has the same order one after another, in the order it came, on one virtual thread while there is any. */
final class OrderedCalls {
    private static final Logger LOG = System.getLogger("dev.wherry.session");

    private final Map<Long, Queue<Runnable>> waiting = new HashMap<>();

    void run(long order, Runnable call) {
        synchronized (this) {
            Queue<Runnable> queue = waiting.get(order);
            if (queue != null) {
                queue.add(call);
                return;
            }
            waiting.put(order, new ArrayDeque<>());
        }
        Thread.startVirtualThread(() -> drain(order, call));
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

    private synchronized @Nullable Runnable next(long order) {
        Queue<Runnable> queue = waiting.get(order);
        Runnable next = queue == null ? null : queue.poll();
        if (next == null) {
            waiting.remove(order);
        }
        return next;
    }
}
