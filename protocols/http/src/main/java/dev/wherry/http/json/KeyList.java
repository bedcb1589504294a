package dev.wherry.http.json;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.KeyCosts;
import dev.wherry.codec.compact.CheckedInsertion;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The elements or keys of one container that hashes or compares them. They are read first, and put in once the document has paid for that
 * work, as in the codecs. A document whose values would take too much work is refused before it is done. For one thread.
 */
final class KeyList {
    private final JsonInput from;
    private final DecodingBudget budget;
    private final KeyCosts costs = new KeyCosts();
    private final List<@Nullable Object> keys = new ArrayList<>();

    KeyList(JsonInput from) {
        this.from = from;
        budget = from.budget();
    }

    /** Reads the key at the current token. */
    void read(JsonType type) {
        long visited = from.visited();
        long searched = budget.searching();
        Object key = type.readAny(from);
        costs.add(from.visited() - visited, budget.searching() - searched);
        keys.add(key);
    }

    /** Reads the key that is the name of the current value. */
    void readName(TextType type) {
        long visited = from.visited();
        String name = from.parser().currentName();
        from.holdText(name.length());
        keys.add(type.readText(from, name));
        costs.add(from.visited() - visited, 0);
    }

    /** Puts the keys into a collection, which is empty. */
    void fill(Collection<@Nullable Object> into) {
        fill(into, all -> CheckedInsertion.fill(into, all, budget));
        if (into instanceof Set<?> && into.size() < keys.size()) {
            throw from.problem("an element is in the set already");
        }
    }

    /** Puts the keys with their values into a map, which is empty. */
    void fill(Map<@Nullable Object, @Nullable Object> into, List<@Nullable Object> values) {
        fill(into, all -> CheckedInsertion.fill(into, all, values.toArray(), budget));
        if (into.size() < keys.size()) {
            throw from.problem("a key is in the map already");
        }
    }

    private void fill(Object into, Consumer<@Nullable Object[]> filling) {
        @Nullable Object[] all = keys.toArray();
        KeyCosts.Search search = KeyCosts.Search.of(into);
        try {
            costs.payToFill(search, into.getClass(), all, budget);
        } catch (CodecException e) {
            throw from.problem("over the limit 'graphObjects': keys or elements take too much work to hash or compare");
        }
        try {
            filling.accept(all);
        } catch (CodecException e) { // such as null, or what has no order
            throw from.problem("a key or element cannot be in such a collection");
        }
        budget.search(costs.searching(search, all)); // of comparing it with others
    }
}
