package dev.wherry.dds.state;

import dev.wherry.dds.StateChange;
import dev.wherry.dds.StateOptions;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The latest version of each key. What was removed is remembered for a while, so that an older value that arrives afterwards is recognized
 * as such. For any thread.
 */
final class StateStore<V> {
    /** The removed keys that are remembered. */
    static final int MOST_REMOVED = 10_000;

    private final int mostKeys;
    private final long mostBytes;
    private final boolean latestWins;
    private final Listener<V> listener;
    private final ConcurrentNavigableMap<List<?>, Version<V>> versions =
            new ConcurrentSkipListMap<>(StateType::compare);
    private final Deque<Version<V>> removals = new ArrayDeque<>(); // guarded by this
    private int keys; // guarded by this
    private long bytes; // guarded by this

    /** The result of offering a version to the store. */
    enum Outcome {
        STORED,
        /** It is older than what is there. */
        OLD,
        /** There are as many keys or bytes as the limits allow. */
        FULL
    }

    /** Notified while the store is locked, so it must not block. */
    interface Listener<V> {
        void changed(List<?> key, StateChange<V> change);

        /** A removed key is no longer remembered. */
        void forgotten(List<?> key);
    }

    /** @param latestWins false: the version that arrives last does, since the engine drops those of weaker writers */
    StateStore(StateOptions options, boolean latestWins, Listener<V> listener) {
        mostKeys = options.mostKeys();
        mostBytes = options.mostBytes();
        this.latestWins = latestWins;
        this.listener = listener;
    }

    /** Returns the version of a key; null if none is known. */
    @Nullable
    Version<V> version(List<?> key) {
        return versions.get(key);
    }

    /** Returns all versions in the order of their keys, those of removed keys too, as a view. */
    Collection<Version<V>> versions() {
        return versions.values();
    }

    synchronized int keys() {
        return keys;
    }

    /** Stores a version unless there is a newer one. */
    synchronized Outcome offer(Version<V> offered) {
        Version<V> before = versions.get(offered.key());
        if (before != null && !replaces(offered, before)) {
            return Outcome.OLD;
        }
        V old = before == null ? null : before.value();
        if (!hasSpace(offered, before)) {
            return Outcome.FULL;
        }
        keys += (offered.isRemoval() ? 0 : 1) - (old == null ? 0 : 1);
        bytes += size(offered) - size(before);
        versions.put(offered.key(), offered);
        V value = offered.value();
        if (value != null) {
            listener.changed(offered.key(), new StateChange<>(value, false));
        } else {
            if (old != null) {
                listener.changed(offered.key(), new StateChange<>(old, true));
            }
            removals.add(offered);
            forgetOldest();
        }
        notifyAll();
        return Outcome.STORED;
    }

    private boolean replaces(Version<V> offered, Version<V> before) {
        return latestWins
                ? offered.isNewerThan(before)
                : offered.isNewerThan(before) || before.isNewerThan(offered); // anything else
    }

    /** Returns whether the limits allow a version, which removals always are. */
    synchronized boolean hasSpace(Version<V> offered) {
        return hasSpace(offered, versions.get(offered.key()));
    }

    private boolean hasSpace(Version<V> offered, @Nullable Version<V> before) {
        boolean isNew = before == null || before.isRemoval();
        return offered.isRemoval()
                || ((!isNew || keys < mostKeys) && bytes + size(offered) - size(before) <= mostBytes);
    }

    private static long size(@Nullable Version<?> version) {
        return version == null || version.isRemoval() ? 0 : version.payload().length;
    }

    private void forgetOldest() {
        while (removals.size() > MOST_REMOVED) {
            Version<V> oldest = removals.remove();
            if (versions.remove(oldest.key(), oldest)) {
                listener.forgotten(oldest.key());
            }
        }
    }

    /** Waits for a value. Returns null if the key has none after that time. */
    synchronized @Nullable V await(List<?> key, long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        while (true) {
            Version<V> version = versions.get(key);
            long left = until - System.nanoTime();
            if ((version != null && !version.isRemoval()) || left <= 0) {
                return version == null ? null : version.value();
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, left));
        }
    }

    /** Adds a subscription that begins with all values. */
    synchronized void subscribe(StateChanges<V> changes, StateChanges.Subscription<V> subscription) {
        changes.add(subscription);
        versions.forEach((key, version) -> {
            V value = version.value();
            if (value != null) {
                subscription.offer(key, new StateChange<>(value, false));
            }
        });
    }
}
