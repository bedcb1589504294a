package dev.wherry.codec.java;

import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts equal hashes among the keys of each container before the container takes the keys in: searching n of them one
 * by one costs n * n / 2 comparisons, and whoever sends the keys chooses the hashes.
 */
final class KeyWatch {
    /** Keys with one hash in one container. */
    private static final int MOST_WITH_ONE_HASH = 64;

    private final Map<Integer, List<Container>> expected = new HashMap<>();
    private final List<Object> seen = new ArrayList<>();

    /** A container in which keys will be looked for. */
    static final class Container {
        private final Map<Integer, Integer> hashes = new HashMap<>();

        private void add(Object key) {
            int hash;
            try {
                hash = key.hashCode();
            } catch (RuntimeException e) {
                return; // the container is about to meet the same
            }
            if (hashes.merge(hash, 1, Integer::sum) > MOST_WITH_ONE_HASH) {
                throw CodecException.limit(
                        "more than " + MOST_WITH_ONE_HASH + " keys of "
                                + key.getClass().getName() + " with one hash in one collection",
                        "keys with one hash");
            }
        }
    }

    /** Says that the object that will be read as the {@code order}th of the message is a key. */
    void expect(int order, Container container) {
        if (order < seen.size()) {
            container.add(seen.get(order));
        } else {
            expected.computeIfAbsent(order, absent -> new ArrayList<>(1)).add(container);
        }
    }

    /** Forgets what was expected of objects not yet read. */
    void expectNothing() {
        expected.clear();
    }

    /** Takes note of the next object that was read. */
    void read(@Nullable Object object) {
        List<Container> containers = expected.remove(seen.size());
        seen.add(object == null ? this : object);
        if (containers != null && object != null) {
            containers.forEach(container -> container.add(object));
        }
    }
}
