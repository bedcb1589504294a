package dev.wherry.internal.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects that one session's peer holds references to, each with the number of references that were sent and not
 * released. Counting both ways makes release, re-export and any mix of links commute. For any thread.
 */
public final class ExportTable {
    private final Identities identities;
    private final Map<Long, Exported> byId = new HashMap<>();
    private final IdentityHashMap<Object, Exported> byTarget = new IdentityHashMap<>();
    private long last = -1;
    private boolean closed;

    public ExportTable(Identities identities) {
        this.identities = identities;
    }

    /**
     * Adds one reference to an object, which gets an id if it has none. Ids are odd and never used twice.
     *
     * @param identity of an object that is relayed; null: one of ours
     * @param relays 0 for an object of ours
     */
    public synchronized Exported add(Object target, @Nullable Id128 identity, int relays) {
        if (closed) {
            // For a message that nobody will get: nothing is kept for it.
            return new Exported(last += 2, target, Id128.NONE, relays);
        }
        Exported exported = byTarget.get(target);
        if (exported == null) {
            last += 2;
            exported = new Exported(last, target, identities.acquire(target, identity), relays);
            byTarget.put(target, exported);
            byId.put(exported.id(), exported);
        }
        exported.count++;
        return exported;
    }

    public synchronized @Nullable Exported find(long id) {
        return byId.get(id);
    }

    public synchronized @Nullable Exported find(Object target) {
        return byTarget.get(target);
    }

    /** Takes references back; more than were sent is a breach of the protocol. */
    public synchronized void release(long id, int count) {
        Exported exported = byId.get(id);
        if (exported == null || count <= 0 || count > exported.count) {
            throw new ProtocolException(
                    GoAway.Reason.PROTOCOL,
                    "Release of " + Integer.toUnsignedString(count) + " references to object " + id + ", of which "
                            + (exported == null ? 0 : exported.count) + " were sent");
        }
        exported.count -= count;
        if (exported.count == 0) {
            remove(exported);
        }
    }

    /** Takes back one reference that was added and never sent; nothing if the peer or the session's end was faster. */
    public synchronized void takeBack(Exported exported) {
        if (byId.get(exported.id()) == exported && --exported.count == 0) {
            remove(exported);
        }
    }

    private void remove(Exported exported) {
        byId.remove(exported.id());
        byTarget.remove(exported.target());
        if (exported.relays() == 0) {
            identities.release(exported.target());
        }
    }

    public synchronized int size() {
        return byId.size();
    }

    /** Lets go of all, when the session ends. */
    public synchronized void close() {
        closed = true;
        List<Exported> all = new ArrayList<>(byId.values());
        all.forEach(this::remove);
    }
}
