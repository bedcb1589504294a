package dev.wherry.internal.wire;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The identities of an endpoint's exported objects, the same in all sessions. So stubs can be compared, and an object that
 * returns over other endpoints is recognized. For any thread.
 */
public final class Identities {
    /** The endpoint of the objects. */
    public interface Owner {
        /** Makes an identity that nobody can guess. */
        Id128 newIdentity();

        /**
         * Called with each object that no name and no peer refers to any more. It must not block.
         *
         * @throws OutOfMemoryError if the object could not be notified. Then the reference is not released yet
         */
        void unreferenced(Object object);
    }

    private static final class Entry {
        final Object target;
        final Id128 identity;
        /** Names that are bound to the object, and sessions whose peer refers to it. */
        int holders;
        /** Whether the program exports the object, which needs no holder. */
        boolean exported;

        Entry(Object target, Id128 identity) {
            this.target = target;
            this.identity = identity;
        }
    }

    private final Owner owner;
    private final IdentityHashMap<Object, Entry> byTarget = new IdentityHashMap<>();
    private final Map<Id128, Entry> byIdentity = new HashMap<>();

    public Identities(Owner owner) {
        this.owner = owner;
    }

    /**
     * Adds a holder, a name or a session.
     *
     * @param given of an object that lives elsewhere and is relayed; null: one of ours
     */
    public synchronized Id128 acquire(Object target, @Nullable Id128 given) {
        if (given != null) {
            return given;
        }
        Entry entry = entry(target);
        entry.holders++;
        return entry.identity;
    }

    private Entry entry(Object target) {
        Entry entry = byTarget.get(target);
        if (entry == null) {
            entry = new Entry(target, owner.newIdentity());
            byTarget.put(target, entry);
            byIdentity.put(entry.identity, entry);
        }
        return entry;
    }

    /**
     * Removes a holder. The owner is notified if that was the last one. This is one step with the removal, so each time that the
     * last holder goes is reported once, whoever else adds or removes a holder.
     */
    public synchronized void release(Object target) {
        Entry entry = byTarget.get(target);
        if (entry != null) {
            if (entry.holders == 1) {
                owner.unreferenced(target);
            }
            drop(target);
        }
    }

    /** Removes a holder as {@link #release} does, and notifies nobody. */
    public synchronized void drop(Object target) {
        Entry entry = byTarget.get(target);
        if (entry != null) {
            entry.holders--;
            removeUnused(entry);
        }
    }

    /** Keeps the identity of an object while the program exports it. */
    public synchronized void export(Object target) {
        entry(target).exported = true;
    }

    /** Ends {@link #export}. */
    public synchronized void unexport(Object target) {
        Entry entry = byTarget.get(target);
        if (entry != null) {
            entry.exported = false;
            removeUnused(entry);
        }
    }

    private void removeUnused(Entry entry) {
        if (entry.holders == 0 && !entry.exported) {
            byIdentity.remove(entry.identity);
            byTarget.remove(entry.target);
        }
    }

    public synchronized boolean knows(Object target) {
        return byTarget.containsKey(target);
    }

    /** The object of this endpoint that has this identity, while anybody holds a reference to it. */
    public synchronized @Nullable Object find(Id128 identity) {
        Entry entry = byIdentity.get(identity);
        return entry == null ? null : entry.target;
    }
}
