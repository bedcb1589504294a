package dev.wherry.internal.wire;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** What of the same order waits for what came before it. Holds nothing of an order that is done. For any thread. */
public final class Orders<T> {
    private final Map<Long, Queue<T>> waiting = new HashMap<>();

    /** True if it is its turn; then {@link #next} is to be called when it is done. Else it waits there. */
    public synchronized boolean begin(long order, T one) {
        Queue<T> before = waiting.get(order);
        if (before != null) {
            before.add(one);
            return false;
        }
        waiting.put(order, new ArrayDeque<>());
        return true;
    }

    /** What follows in this order, whose turn it is now; null if nothing waits. */
    public synchronized @Nullable T next(long order) {
        Queue<T> behind = waiting.get(order);
        T next = behind == null ? null : behind.poll();
        if (next == null) {
            waiting.remove(order);
        }
        return next;
    }
}
