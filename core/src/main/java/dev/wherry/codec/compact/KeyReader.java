package dev.wherry.codec.compact;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.HashedGraph;
import dev.wherry.codec.KeyCosts;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Counts the costs of the keys of one container while they are read. For one thread. */
final class KeyReader extends KeyCosts {
    /** The least length in bytes of one comparator inside another. */
    private static final int BYTES_PER_ORDER = 8;

    private final Reader from;
    private long before;
    private long searchingBefore;
    private int references;
    /** The number of comparators that sort the keys. */
    private long orders;

    private Search search = Search.PROBED;
    /** Whether the bytes of a key do not show its cost. */
    private boolean unknown;

    KeyReader(Reader from) {
        this.from = from;
    }

    /**
     * Reads a key or element.
     *
     * @param text whether it is a text without a head, as all keys then are: it refers to nothing and costs its bytes
     */
    @Nullable
    Object read(HomogeneousRun run, boolean text) {
        if (text) {
            int begin = from.in.position();
            Object read = run.text(from);
            addText(from.in.position() - begin);
            return read;
        }
        enter();
        Object read = run.get(from);
        leave();
        return read;
    }

    private void enter() {
        from.keys++;
        before = from.cost();
        searchingBefore = from.searching();
        references = from.unknownReferences();
    }

    private void leave() {
        from.keys--;
        add(from.cost() - before, from.searching() - searchingBefore);
        unknown |= from.unknownReferences() != references;
    }

    /** Reads the comparator that sorts the keys. */
    @Nullable
    Comparator<@Nullable Object> order(Slot at) {
        long begin = from.cost();
        Comparator<@Nullable Object> read = Comparators.read(at, from);
        orders = (from.cost() - begin) / BYTES_PER_ORDER;
        order(orders);
        return read;
    }

    DecodingBudget budget() {
        return from.budget();
    }

    /** Fills a container when the keys are complete, see {@link Reader#fill}. */
    void fill(Object container, Runnable filling) {
        from.fill(container, filling);
    }

    /** Returns whether the keys are complete. */
    boolean isWhole() {
        return from.isWhole();
    }

    /** Ends the keys of a container. Comparing the container with others will search them. */
    void end(Object container, @Nullable Object[] keys) {
        search = Search.of(container);
        from.budget().search(searching(search, keys));
    }

    /** Takes the work of putting the keys into the container, which is empty. */
    void payToFill(Object container, @Nullable Object[] keys) {
        exact(container, search, keys).payToFill(search, container.getClass(), keys, from.budget());
    }

    /** The same for an immutable set or map of the JDK. */
    void payToProbe(Class<?> container, @Nullable Object[] keys) {
        from.budget().search(searching(Search.PROBED, false));
        exact(null, Search.PROBED, keys).payToFill(Search.PROBED, container, keys, from.budget());
    }

    /**
     * Returns the costs counted in the objects, if the bytes do not show them, or show too much: hashing need not visit
     * the parts that keys share. Containers that are still to be filled are also counted so, since those that the keys
     * visit must be filled first.
     */
    private KeyCosts exact(@Nullable Object container, Search search, @Nullable Object[] keys) {
        boolean known = !unknown && from.pending() == null && hashing() <= from.in.position();
        if (known || search == Search.IDENTITY) {
            return this;
        }
        KeyCosts exact = HashedGraph.costs(container, search, keys, from.pending(), from.budget());
        exact.order(orders);
        return exact;
    }
}
