package dev.wherry.dds.state;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.Writer;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the changes of this process, and offers versions of others again: those of the keys that this process has written, or of all. The
 * engine keeps what a writer has sent for processes that join later, and forgets it with the writer. For any thread.
 */
final class StateWriter<V> implements AutoCloseable {
    private static final long PAUSE_MILLIS = 10;

    private final Writer writer;
    private final StateStore<V> store;
    private final boolean keepsAll;
    private final ReentrantLock writing = new ReentrantLock();
    /** The versions that the engine offers in the name of this process. Changed with the lock. */
    private final Map<List<?>, Version<V>> offered = new ConcurrentSkipListMap<>(StateType::compare);
    /** The keys whose version may have to be offered. */
    private final DueKeys due = new DueKeys();

    private final Thread thread;
    private volatile boolean closed;

    StateWriter(Writer writer, StateStore<V> store, boolean keepsAll, String name) {
        this.writer = writer;
        this.store = store;
        this.keepsAll = keepsAll;
        thread = Thread.ofPlatform().daemon().name("wherry-dds-keep-" + name).start(this::run);
    }

    /**
     * Writes the version that a function returns for the current one. No other change of this process happens meanwhile.
     *
     * @param change returns null if nothing changes
     * @return what was written
     * @throws DdsException if it cannot be written
     */
    @Nullable
    Version<V> change(List<?> key, Function<@Nullable Version<V>, @Nullable Version<V>> change) {
        writing.lock();
        try {
            Version<V> version = change.apply(store.version(key));
            if (version != null) {
                offer(version);
            }
            return version;
        } finally {
            writing.unlock();
        }
    }

    /** Returns a time for the next version, which is later than that of the current one, also if the clock of its writer is ahead. */
    static long nextNanos(@Nullable Version<?> current) {
        return current == null ? now() : Math.max(now(), current.nanos() + 1);
    }

    /** Returns nanoseconds since 1970. */
    static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** A version was stored, or forgotten. Does not block. */
    void noticed(List<?> key) {
        boolean isOffered = offered.containsKey(key);
        if (!isOffered && store.version(key) == null) {
            due.remove(key); // there is nothing to offer, nor to take back
        } else if (isOffered || keepsAll) {
            due.add(key);
        }
    }

    /** Returns how many keys are due. */
    int due() {
        return due.size();
    }

    private void run() {
        while (!closed) {
            try {
                List<?> key = due.take();
                if (!offerCurrent(key)) {
                    due.add(key);
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            } catch (InterruptedException e) {
                return; // it is closed
            } catch (RuntimeException e) {
                DdsLog.LOG.log(Level.ERROR, "A shared value cannot be offered again", e);
            }
        }
    }

    /** Returns whether the engine offers the current version, or never will. */
    private boolean offerCurrent(List<?> key) {
        writing.lock();
        try {
            Version<V> current = store.version(key);
            Version<V> before = offered.get(key);
            if (current == null && before != null) {
                writer.unregister(before.payload(), 0, before.payload().length);
                offered.remove(key);
            } else if (current != null && !isSame(current, before)) {
                offer(current);
                if (store.version(key) == null) {
                    due.add(key); // it may have been forgotten just before it was offered
                }
            }
            return true;
        } catch (DdsException e) {
            if (e.kind() == DdsException.Kind.TIMEOUT) {
                return false;
            }
            if (e.kind() != DdsException.Kind.CLOSED) {
                DdsLog.ofPeer(Level.WARNING, () -> "A shared value was not offered again: " + e.getMessage(), null);
            }
            return true;
        } finally {
            writing.unlock();
        }
    }

    private static <V> boolean isSame(Version<V> current, @Nullable Version<V> other) {
        return other != null && !current.isNewerThan(other) && !other.isNewerThan(current);
    }

    private void offer(Version<V> version) {
        byte[] payload = version.payload();
        Version<V> before = offered.put(version.key(), version); // first: it is received before the write returns
        boolean sent = false;
        try {
            if (version.isRemoval()) {
                writer.dispose(payload, 0, payload.length, version.nanos());
            } else {
                writer.write(payload, 0, payload.length, version.nanos());
            }
            sent = true;
        } finally {
            if (!sent && before == null) {
                offered.remove(version.key());
            } else if (!sent) {
                offered.put(version.key(), before);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        writer.close();
    }
}
