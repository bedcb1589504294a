package dev.wherry.codec.java;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.KeyCosts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the keys of each container before it hashes them. The peer chooses the keys, and searching n keys of one hash costs
 * n * n / 2 comparisons.
 */
final class KeyWatch {
    private final DecodingBudget budget;
    private final Map<Integer, List<Expected>> expected = new HashMap<>();
    private final List<Object> seen = new ArrayList<>();
    private final Set<Integer> localesOfFormats = new HashSet<>();

    KeyWatch(DecodingBudget budget) {
        this.budget = budget;
    }

    /** A key that is not read yet. */
    private record Expected(StreamKeys container, long hashing, long searching) {}

    /** Says that an object that will be read is a key of a container, which has counted it. */
    void expect(StreamHandles.Node key, OpenParts.Cost cost, StreamKeys container) {
        if (container.keep(key)) {
            return;
        }
        for (int kept : container.takeKept()) {
            expect(kept, new Expected(container, container.largest(), 0));
        }
        expect(key.order, new Expected(container, cost.hashing(), cost.searching()));
    }

    /** Says that an object is the locale of a format, which uses it as soon as it has read its fields. */
    void expectOfFormat(StreamHandles.Node locale) {
        if (locale.order < seen.size()) {
            CheckedValues.checkOfFormat(seen.get(locale.order));
        } else {
            localesOfFormats.add(locale.order);
        }
    }

    private void expect(int order, Expected key) {
        if (order < seen.size()) {
            found(seen.get(order), key);
        } else {
            expected.computeIfAbsent(order, absent -> new ArrayList<>(1)).add(key);
        }
    }

    private void found(Object object, Expected key) {
        int hash;
        try {
            hash = object.hashCode();
        } catch (RuntimeException e) {
            return; // the container is about to meet the same
        }
        int others = key.container.put(hash);
        KeyCosts.payToFind(key.container.type(), object, others, key.hashing, key.searching, budget);
        key.container.requireDistinct(object);
    }

    /** Forgets what was expected of objects not yet read. */
    void expectNothing() {
        expected.clear();
        localesOfFormats.clear();
    }

    /** Takes note of the next object that was read. */
    void read(@Nullable Object object) {
        if (object != null && localesOfFormats.remove(seen.size())) {
            CheckedValues.checkOfFormat(object);
        }
        List<Expected> here = expected.remove(seen.size());
        seen.add(object == null ? this : object);
        if (here != null && object != null) {
            here.forEach(each -> found(object, each));
        }
    }
}
