package dev.wherry.codec.compact;

import dev.wherry.codec.DecodingBudget;
import org.jspecify.annotations.Nullable;

/** What hashing or comparing the keys of one container costs, counted while they are read. For one thread. */
final class KeyCost {
    private final Reader from;
    private long before;
    private long all;
    private long largest;
    private int references;
    /** Whether a key leads to an object that is not whole where it is read. */
    private boolean half;

    KeyCost(Reader from) {
        this.from = from;
    }

    /** Begins a key or element. */
    void enter() {
        from.keys++;
        before = from.cost();
        references = from.half.references;
    }

    /** Ends it. */
    void leave() {
        from.keys--;
        long cost = from.cost() - before;
        all += cost;
        largest = Math.max(largest, cost);
        half |= from.half.references != references;
    }

    DecodingBudget budget() {
        return from.budget;
    }

    /** Takes the work of putting the keys into an empty container. */
    void payToFill(Object container, @Nullable Object[] keys) {
        payForHalfRead(keys);
        from.budget.share(from.budget.fill(container, keys, all, largest));
    }

    /** The same for an immutable set or map of the JDK's. */
    void payToProbe(Class<?> container, @Nullable Object[] keys) {
        payForHalfRead(keys);
        from.budget.share(from.budget.fillProbed(container, keys, all, largest));
    }

    private void payForHalfRead(@Nullable Object[] keys) {
        if (half) {
            from.half.payToHash(keys);
        }
    }
}
