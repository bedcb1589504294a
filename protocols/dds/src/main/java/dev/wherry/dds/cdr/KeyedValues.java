package dev.wherry.dds.cdr;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.KeyCosts;
import dev.wherry.codec.compact.CheckedInsertion;
import dev.wherry.spi.CodecException;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The elements or keys of one container that hashes or compares them. They are read first, and put in once the value has paid for that
 * work, as in the codecs. So keys of one hash cannot make a short value take long. For one thread.
 */
final class KeyedValues {
    private static final int WORK_OF_KEY = 8;

    private final CdrReader from;
    private final DecodingBudget budget;
    private final KeyCosts costs = new KeyCosts();
    private final @Nullable Object[] keys;
    private int count;
    private int start;
    private long searched;

    KeyedValues(CdrReader from, int count) {
        this.from = from;
        budget = from.budget();
        keys = new Object[count];
    }

    /** Notes where a key begins. */
    void begin() {
        start = from.position();
        searched = budget.searching();
    }

    /** Adds the key that began last, with whatever was read since. */
    void add(@Nullable Object key) {
        costs.add(WORK_OF_KEY + from.position() - start, budget.searching() - searched);
        keys[count++] = key;
    }

    /** Puts the keys into a collection, which is empty. */
    void fill(Collection<@Nullable Object> into) {
        fill(into, all -> CheckedInsertion.fill(into, all, budget));
        if (into.size() < count) {
            throw from.failure("an element is in the set already");
        }
    }

    /** Puts the keys with their values into a map, which is empty. */
    void fill(Map<@Nullable Object, @Nullable Object> into, @Nullable Object[] values) {
        fill(into, all -> CheckedInsertion.fill(into, all, values, budget));
        if (into.size() < count) {
            throw from.failure("a key is in the map already");
        }
    }

    private void fill(Object into, Consumer<@Nullable Object[]> filling) {
        KeyCosts.Search search = KeyCosts.Search.of(into);
        try {
            costs.payToFill(search, into.getClass(), keys, budget);
        } catch (CodecException e) {
            throw from.failure("over the limit 'graphObjects': keys or elements take too much work to hash or compare");
        }
        try {
            filling.accept(keys);
        } catch (CodecException e) { // such as what has no order
            throw from.failure("a key or element cannot be in such a collection");
        }
        budget.search(costs.searching(search, keys)); // of comparing it with others
    }
}
