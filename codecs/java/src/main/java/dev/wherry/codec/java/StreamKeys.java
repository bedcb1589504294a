package dev.wherry.codec.java;

import dev.wherry.codec.ClassNames;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.KeyCosts;
import dev.wherry.codec.java.OpenParts.Cost;
import dev.wherry.codec.java.StreamClass.Content;
import dev.wherry.codec.java.StreamHandles.Node;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys of one container of an object stream: what they cost, and where its table will have them. */
final class StreamKeys extends KeyCosts {
    private static final Object[] UNKNOWN = {};
    private static final int[] NONE = {};

    private final StreamClass owner;
    private final Content content;
    private final Search search;
    private final float loadFactor;
    /** The first bytes that the container has written, which say how large its table becomes. */
    private long head;

    private int headBytes;

    /** How many keys lead to each place of the table; of a container that searches by hash alone, each hash is one. */
    private final Map<Integer, Integer> places = new HashMap<>();

    private final Set<Object> distinct = new HashSet<>();
    /** The costs of all keys so far. */
    private @Nullable Class<?> keyClass;

    /** The number of keys so far whose hash is unknown. */
    private int unknown;

    /** The comparator that sorts the keys. */
    private Node order = StreamHandles.NULL;

    /** Those among what it counted of which more parts may come. */
    private final List<Node> growing = new ArrayList<>(0);

    private boolean mixed;
    /** Keys that can be ordered, all of one class: their hashes count only once there is one of another class. */
    private int[] kept = NONE;

    private int keptCount;

    /** @param firstInt the first four bytes of its fields */
    StreamKeys(StreamClass owner, int firstInt) {
        this.owner = owner;
        content = owner.content(firstInt);
        search = owner.search();
        loadFactor = search == Search.CHAINED ? Math.clamp(Float.intBitsToFloat(firstInt), 0.25f, 4f) : 0;
    }

    Class<?> type() {
        return owner.type();
    }

    /** Whether the object at this index among those that the container has written is a key. */
    boolean isKey(int index) {
        return content == Content.KEYS || (content == Content.KEYS_AND_VALUES && index % 2 == 0);
    }

    /** Whether its keys are hashed when it is filled. */
    boolean hashes() {
        return search != Search.SORTED;
    }

    boolean writesOrder() {
        return owner.writesOrder();
    }

    /** Records the comparator that sorts the keys, before these are read. */
    void sortBy(Node comparator) {
        order = comparator;
        order(comparator.orders);
    }

    /** Whether a comparator asks a key for its fields; else for its order, as those of the JDK do. */
    boolean asksFields(Node key) {
        if (search != Search.SORTED || key.isArray()) {
            return search == Search.SORTED;
        }
        boolean ofJdk = order.type == null || ClassNames.isOfJdk(order.type.type());
        return !ofJdk || !(key.type == null || Comparable.class.isAssignableFrom(key.type.type()));
    }

    /** Whether to look at the hash of a key; of a class that hashes by identity nobody can choose it. */
    boolean chooses(@Nullable StreamClass key) {
        return key == null
                || (search == Search.HASHED
                        ? !key.hashesByIdentity()
                        : !key.type().isEnum());
    }

    /** Passes a block of so many bytes. */
    void pass(StreamBytes in, int length) {
        int rest = length;
        for (; rest > 0 && headBytes < Long.BYTES; rest--, headBytes++) {
            head = head << Byte.SIZE | in.u1();
        }
        in.pass(rest);
    }

    /** Whether it matters what the object at this index costs to compare. */
    boolean counts(int index) {
        return isKey(index) || content == Content.ELEMENTS;
    }

    /** Counts one of these. */
    void count(Node element, Cost cost) {
        add(cost.hashing(), cost.searching());
        if (element.open != null && !asksFields(element)) {
            growing.add(element);
        }
        if (element != StreamHandles.NULL) {
            Class<?> type = element.type == null ? String.class : element.type.type();
            mixed |= (keyClass != null && keyClass != type) || !isOrdered(type);
            keyClass = type;
        }
    }

    /** Takes the work of finding a key whose hash nobody knows before the container has it: it may be that of all others. */
    void payForAnyHash(Cost cost, DecodingBudget budget) {
        payToFind(owner.type(), null, unknown++, cost.hashing(), cost.searching(), budget);
    }

    /** Returns the cost of comparing the container with another one, beyond that of hashing it. */
    long searching() {
        return content == Content.PLAIN ? 0 : searching(search, !mixed);
    }

    /**
     * Takes the work of sorting the keys. Those of a tree are written in their order, so that only the program asks its comparator.
     *
     * @param elements how many objects the container has written
     */
    void payToSort(int elements, DecodingBudget budget) {
        if (search == Search.SORTED) {
            payToSort(!mixed, owner.type(), UNKNOWN, budget);
        } else {
            payToOrder(elements, owner.type(), UNKNOWN, budget);
        }
    }

    /** Whether another container may compare what it holds once more, which fills itself with that. */
    boolean fillsAnother() {
        return search == Search.LINEAR || (content == Content.KEYS && search == Search.SORTED);
    }

    /** Takes the work of that. */
    void payToFill(Class<?> another, DecodingBudget budget) {
        for (Node each : growing) {
            Cost cost = OpenParts.cost(each, null, budget);
            grow(cost.hashing() + cost.searching());
        }
        if (search == Search.LINEAR) {
            payToCompare(!mixed, another, UNKNOWN, budget);
        } else {
            payToSort(!mixed, another, UNKNOWN, budget);
        }
    }

    /** Keeps a key that can wait. */
    boolean keep(Node key) {
        if (mixed || search != Search.HASHED) {
            return false;
        }
        if (keptCount == kept.length) {
            kept = Arrays.copyOf(kept, Math.max(16, 2 * keptCount));
        }
        kept[keptCount++] = key.order;
        return true;
    }

    /** Gives back the numbers of those that were kept, once. */
    int[] takeKept() {
        int[] taken = Arrays.copyOf(kept, keptCount);
        keptCount = 0;
        return taken;
    }

    /** Puts a key where the container will; returns how many others that compares it with. */
    int put(int hash) {
        return switch (search) {
            case CHAINED -> places.merge((hash & Integer.MAX_VALUE) % chains(), 1, Integer::sum) - 1;
            case PROBED -> probe(hash);
            default -> places.merge(hash, 1, Integer::sum) - 1;
        };
    }

    private int probe(int hash) {
        int length = (int) (headBytes > Integer.BYTES ? head >> (Byte.SIZE * (headBytes - Integer.BYTES)) : head);
        int size = Math.max(1, content == Content.KEYS ? 2 * length : length);
        int place = Math.floorMod(hash, size);
        int others = 0;
        while (places.putIfAbsent(place, 1) != null && others < places.size()) {
            place = place + 1 == size ? 0 : place + 1;
            others++;
        }
        return others;
    }

    /** As {@link java.util.Hashtable} lays itself out when it is read, by the length that it had and its elements. */
    private int chains() {
        int elements = (int) head;
        int before = Math.max((int) (head >> Integer.SIZE), (int) (elements / loadFactor) + 1);
        int chains = (int) (elements * 1.05f / loadFactor) + 3;
        if (chains > elements && (chains & 1) == 0) {
            chains--;
        }
        int length = Math.min(chains, before);
        return Math.max(1, length < 0 ? before : length);
    }

    /** The JDK's immutable ones would refuse equal keys with their text, which can take for ever to write. */
    void requireDistinct(Object key) {
        if (owner.isImmutableCollection() && !distinct.add(key)) {
            throw CodecException.impossible("An immutable set or map with two equal elements or keys, of class "
                    + key.getClass().getName()
                    + ", cannot be read. They have become equal since it was made: do not change them, or send a"
                    + " HashSet or HashMap, which keeps one of them");
        }
    }
}
