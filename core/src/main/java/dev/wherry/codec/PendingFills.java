package dev.wherry.codec;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Containers that are filled when the whole value has been read, so that no hash code is computed of an incomplete key.
 * If hashing a key of one container visits another one, that one is filled first. For one thread at a time.
 */
public final class PendingFills {
    private final List<Object> containers = new ArrayList<>();
    private final IdentityHashMap<Object, Fill> fills = new IdentityHashMap<>();

    private static final class Fill {
        final Runnable work;
        boolean begun;

        Fill(Runnable work) {
            this.work = work;
        }
    }

    /** Adds a container, which is empty. */
    public void add(Object container, Runnable filling) {
        containers.add(container);
        fills.put(container, new Fill(filling));
    }

    /** Fills all containers in the order in which they were added, but before each those that its keys visit. */
    public void fillAll() {
        containers.forEach(this::fill);
    }

    /** Fills an object if it is a container that is still empty. */
    void fill(Object object) {
        Fill fill = fills.get(object);
        if (fill == null) {
            return;
        }
        if (fill.begun) {
            throw CycleRefusal.hashed(object.getClass());
        }
        fill.begun = true;
        fill.work.run();
        fills.remove(object);
    }
}
