package dev.wherry.codec;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Containers that are filled when all of a value is there, so that no hash code is asked of half a key. Where hashing a key
 * of one visits another, that one is filled first, wherever it stands. For one thread at a time.
 */
public final class PendingFills {
    private static final Runnable RUNNING = () -> {};

    private final List<Object> containers = new ArrayList<>();
    private final IdentityHashMap<Object, Runnable> fillings = new IdentityHashMap<>();

    /** Adds a container, which is empty. */
    public void add(Object container, Runnable filling) {
        containers.add(container);
        fillings.put(container, filling);
    }

    /** Fills all containers: those that were added first, and before each what its keys visit. */
    public void fillAll() {
        containers.forEach(this::fill);
    }

    /** Fills an object if it is a container that is still empty. */
    void fill(Object object) {
        Runnable filling = fillings.get(object);
        if (filling == RUNNING) {
            throw Cycle.hashed(object.getClass());
        }
        if (filling != null) {
            fillings.put(object, RUNNING);
            filling.run();
            fillings.remove(object);
        }
    }
}
