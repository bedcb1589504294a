package dev.wherry.internal.wire;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.invoke.RemoteInterface;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects that one session's peer holds references to, each with the number of references that were sent and not
 * released. Counting both ways makes release, re-export and any mix of links commute. For any thread.
 */
public final class ExportTable {
    /** How many released objects may still be sent home. */
    private static final int MOST_GONE = 1_024;

    private static final Object GONE = new Object();

    /** Keeps neither the object nor its classes: once the last reference is released, they may be collected. */
    private record Gone(
            long id,
            WeakReference<Object> target,
            Id128 identity,
            int relays,
            List<WeakReference<RemoteInterface>> interfaces) {
        static Gone of(Exported exported) {
            return new Gone(
                    exported.id(),
                    new WeakReference<>(exported.target()),
                    exported.identity(),
                    exported.relays(),
                    exported.interfaces().stream().map(WeakReference::new).toList());
        }

        @Nullable
        Exported back() {
            Object known = target.get();
            if (known == null) {
                return null;
            }
            Exported exported = new Exported(id, known, identity, relays);
            interfaces.stream().map(WeakReference::get).filter(Objects::nonNull).forEach(exported::serve);
            return exported;
        }
    }

    private final Identities identities;
    private final int most;
    private final LongSupplier clock;
    /** In the order in which they were first sent. */
    private final Map<Long, Exported> byId = new LinkedHashMap<>();

    private final IdentityHashMap<Object, Exported> byTarget = new IdentityHashMap<>();
    /** In the order in which they were released. */
    private final LinkedHashMap<Long, Gone> gone = new LinkedHashMap<>();

    private long last = -1;
    private boolean closed;

    /**
     * @param most the limit {@code references}
     * @param clock in nanoseconds
     */
    public ExportTable(Identities identities, int most, LongSupplier clock) {
        this.identities = identities;
        this.most = most;
        this.clock = clock;
    }

    /**
     * Adds one reference to an object, which gets an id if it has none. Ids are odd and never used twice.
     *
     * @param identity of an object that is relayed; null: one of ours
     * @param relays 0 for an object of ours
     * @throws CallException {@link Code#REFUSED} if the peer refers to as many objects as it may
     */
    public synchronized Exported add(Object target, @Nullable Id128 identity, int relays) {
        if (closed) {
            // For a message that nobody will receive: nothing is kept for it.
            return new Exported(last += 2, target, Id128.NONE, relays);
        }
        Exported exported = byTarget.get(target);
        if (exported == null) {
            if (byId.size() >= most) {
                throw new CallException(
                        Code.REFUSED,
                        "The peer refers to " + most
                                + " objects here already (limit 'references'). It releases a stub by Calls.release,"
                                + " or when its garbage collector finds that nobody uses it");
            }
            last += 2;
            exported = new Exported(last, target, identities.acquire(target, identity), relays);
            exported.since = clock.getAsLong();
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

    /**
     * Returns an object that was released a moment ago and is sent home. The release may have overtaken the reference, which was
     * sent by another link or in a long message.
     */
    public synchronized @Nullable Exported home(long id) {
        Gone before = gone.get(id);
        return before == null ? null : before.back();
    }

    /** Takes references back; more than were sent is a breach of the protocol. */
    public synchronized void release(long id, int count) {
        Exported exported = byId.get(id);
        if (exported == null || count <= 0 || count > exported.count) {
            throw ProtocolException.breach("Release of " + Integer.toUnsignedString(count) + " references to object "
                    + id + ", of which " + (exported == null ? 0 : exported.count) + " were sent");
        }
        exported.count -= count;
        if (exported.count == 0) {
            remove(exported);
            if (exported.isGone()) {
                return;
            }
            gone.put(id, Gone.of(exported));
            if (gone.size() > MOST_GONE) {
                gone.pollFirstEntry();
            }
        }
    }

    /** Takes back one reference that was added and never sent. Does nothing if the session has ended. */
    public synchronized void takeBack(Exported exported) {
        Exported counted = byId.get(exported.id());
        if (counted != null && --counted.count == 0) {
            remove(counted);
        }
    }

    /** Takes back references in a message that was sent and not received. Does nothing if the session has ended. */
    public synchronized void takeBack(long id, int count) {
        Exported counted = byId.get(id);
        if (counted != null) {
            counted.count -= Math.min(count, counted.count);
            if (counted.count == 0) {
                remove(counted);
            }
        }
    }

    /** Ends the peer's references to an object, and releases the object. The peer still has to release the references. */
    public synchronized boolean revoke(Object target) {
        Exported exported = byTarget.get(target);
        if (exported == null) {
            return false;
        }
        remove(exported);
        Exported ended = new Exported(exported.id(), GONE, exported.identity(), exported.relays());
        ended.count = exported.count;
        ended.end();
        exported.end();
        byId.put(exported.id(), ended);
        return true;
    }

    private void remove(Exported exported) {
        if (exported.relays() == 0) {
            identities.release(
                    exported.target()); // at first: if there is no memory to notify the object, this is repeated
        }
        byId.remove(exported.id());
        byTarget.remove(exported.target());
    }

    /** Whether the peer may call any object of ours as an interface that extends {@code java.rmi.Remote}. */
    public synchronized boolean anyRemote() {
        return byId.values().stream()
                .anyMatch(each -> each.relays() == 0
                        && !each.isGone()
                        && each.interfaces().stream().anyMatch(RemoteInterface::rmi));
    }

    /**
     * An object that the peer refers to.
     *
     * @param type its first interface
     * @param references that were sent and not released
     * @param since when it was first sent, by the clock
     */
    public record Row(long id, String type, long references, long since) {}

    /** Returns the objects that the peer has referred to for the longest time. */
    public synchronized List<Row> oldest(int most) {
        return byId.values().stream()
                .limit(most)
                .map(each -> new Row(each.id(), each.describe(), each.count, each.since))
                .toList();
    }

    public synchronized int size() {
        return byId.size();
    }

    /** Releases all objects, when the session ends. */
    public synchronized void close() {
        closed = true;
        gone.clear();
        List<Exported> all = new ArrayList<>(byId.values());
        all.forEach(this::remove);
    }
}
