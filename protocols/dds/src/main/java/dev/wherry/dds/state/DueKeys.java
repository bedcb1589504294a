package dev.wherry.dds.state;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Keys that wait, in the order in which they were added. Each is there once, however often it is added, so that a flood of changes of one
 * key takes no memory. For any thread.
 */
final class DueKeys {
    private final NavigableMap<List<?>, Long> places = new TreeMap<>(StateType::compare); // guarded by this
    private final NavigableMap<Long, List<?>> keys = new TreeMap<>(); // guarded by this
    private long next; // guarded by this

    /** Adds a key as the last one, unless it is there. */
    synchronized void add(List<?> key) {
        if (places.putIfAbsent(key, next) == null) {
            keys.put(next++, key);
            notifyAll();
        }
    }

    synchronized void remove(List<?> key) {
        Long place = places.remove(key);
        if (place != null) {
            keys.remove(place);
        }
    }

    /** Removes the first key, and waits for one if there is none. A key that is added afterwards is there again. */
    synchronized List<?> take() throws InterruptedException {
        while (keys.isEmpty()) {
            wait();
        }
        List<?> key = keys.pollFirstEntry().getValue();
        places.remove(key);
        return key;
    }

    synchronized int size() {
        return keys.size();
    }
}
