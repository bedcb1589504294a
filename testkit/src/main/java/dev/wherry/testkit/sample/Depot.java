package dev.wherry.testkit.sample;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hands out references, alone and within other values, and takes them back. */
public interface Depot {
    Item item(String name);

    /** Whether both are the same to the depot. */
    boolean isSame(Item one, Item other);

    /** Whether the item came home as the depot's own object. */
    boolean isOwn(Item item);

    Shelf shelf(String name);

    void keep(@Nullable Item item);

    @Nullable
    Item kept();

    /** An object that is a reference where the declared type says nothing. */
    Object open(String name);

    /** References in every place of a value. */
    record Shelf(Item first, List<Item> items, Map<String, Item> byName, Optional<Item> spare)
            implements Serializable {}
}
