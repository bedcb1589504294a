package dev.wherry.codec.compact;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.HashedGraph;
import dev.wherry.codec.KeyCosts;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Counts what the keys of one container cost while they are read. For one thread. */
final class KeyReader extends KeyCosts {
    /** At the least, of one comparator within another. */
    private static final int BYTES_PER_ORDER = 8;

    private final Reader from;
    private long before;
    private long searchingBefore;
    private int references;
    /** How many comparators sort the keys. */
    private long orders;

    private Search search = Search.PROBED;
    /** Whether the bytes of a key do not tell its cost. */
    private boolean unknown;

    KeyReader(Reader from) {
        this.from = from;
    }

    /**
     * Reads a key or element.
     *
     * @param text whether it is a text without a head, as all are then: it refers to nothing and costs its bytes
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

    /** Reads what sorts the keys. */
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

    /** Has a container filled when the keys are whole, see {@link Reader#fill}. */
    void fill(Object container, Runnable filling) {
        from.fill(container, filling);
    }

    /** Whether the keys are whole. */
    boolean isWhole() {
        return from.isWhole();
    }

    /** Ends the keys of a container: whoever compares it with others will search them. */
    void end(Object container, @Nullable Object[] keys) {
        search = Search.of(container);
        from.budget().search(searching(search, keys));
    }

    /** Takes the work of putting the keys into the container, which is empty. */
    void payToFill(Object container, @Nullable Object[] keys) {
        exact(container, search, keys).payToFill(search, container.getClass(), keys, from.budget());
    }

    /** The same for an immutable set or map of the JDK's. */
    void payToProbe(Class<?> container, @Nullable Object[] keys) {
        from.budget().search(searching(Search.PROBED, false));
        exact(null, Search.PROBED, keys).payToFill(Search.PROBED, container, keys, from.budget());
    }

    /**
     * Counted in the objects where the bytes do not tell, or tell too much: hashing need not visit the parts that keys share. Also
     * where containers are still to be filled, so that those come first which the keys visit.
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
