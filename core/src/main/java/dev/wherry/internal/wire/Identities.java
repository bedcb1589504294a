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

        /** Called with each object that no name and no peer leads to any more. It must not block. */
        void unreferenced(Object object);
    }

    private static final class Entry {
        final Object target;
        final Id128 identity;
        int holders;

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

    /** @param given of an object that lives elsewhere and is relayed; null: one of ours */
    public synchronized Id128 acquire(Object target, @Nullable Id128 given) {
        if (given != null) {
            return given;
        }
        Entry entry = byTarget.get(target);
        if (entry == null) {
            entry = new Entry(target, owner.newIdentity());
            byTarget.put(target, entry);
            byIdentity.put(entry.identity, entry);
        }
        entry.holders++;
        return entry.identity;
    }

    public void release(Object target) {
        if (drop(target)) {
            owner.unreferenced(target);
        }
    }

    /** Releases an object as {@link #release} does, and notifies nobody. True if that was the last holder. */
    public synchronized boolean drop(Object target) {
        Entry entry = byTarget.get(target);
        if (entry == null || --entry.holders > 0) {
            return false;
        }
        byIdentity.remove(entry.identity);
        byTarget.remove(target);
        return true;
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
