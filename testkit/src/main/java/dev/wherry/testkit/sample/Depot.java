package dev.wherry.testkit.sample;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A service that returns references, alone and within values, and receives them. */
public interface Depot {
    Item item(String name);

    /** Returns whether both are the same object to the depot. */
    boolean isSame(Item one, Item other);

    /** Returns whether the received item is the depot's original object. */
    boolean isOwn(Item item);

    Shelf shelf(String name);

    void keep(@Nullable Item item);

    @Nullable
    Item kept();

    /** Returns a reference; the declared type does not show that. */
    Object open(String name);

    /** A value with references in several kinds of fields. */
    record Shelf(Item first, List<Item> items, Map<String, Item> byName, Optional<Item> spare)
            implements Serializable {}
}
