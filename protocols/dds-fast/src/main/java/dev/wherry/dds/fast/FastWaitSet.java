package dev.wherry.dds.fast;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.WaitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A wait set in Java, which the listeners of its readers wake. Its lock is never held while the library is called. */
final class FastWaitSet implements WaitSet {
    private final Consumer<FastWaitSet> closing;
    private final Set<FastReader> readers = ConcurrentHashMap.newKeySet();
    private final Map<FastReader, Runnable> watched = new ConcurrentHashMap<>();
    private final ReentrantLock waiting = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean wakeUp; // guarded by the lock
    private volatile boolean closed; // set under the lock

    /** @param closing is called when the wait set is closed */
    FastWaitSet(Consumer<FastWaitSet> closing) {
        this.closing = closing;
    }

    @Override
    public void attach(Reader reader) {
        if (closed) {
            throw Refusal.closed("The wait set");
        }
        FastReader ours = ours(reader);
        if (readers.add(ours)) {
            ours.attach(this);
        }
        changed();
    }

    @Override
    public void detach(Reader reader) {
        FastReader ours = ours(reader);
        readers.remove(ours);
        ours.detach(this);
    }

    /** Called when a reader is closed. */
    void forget(FastReader reader) {
        readers.remove(reader);
        watched.remove(reader);
    }

    /** The binding does not report writers whose policies do not fit. */
    @Override
    public void watch(Reader reader, Change change, Runnable action) {
        FastReader ours = ours(reader);
        if (change == Change.MATCHED) {
            watched.put(ours, action);
            ours.attach(this);
            changed();
        }
    }

    private static FastReader ours(Reader reader) {
        if (reader instanceof FastReader ours) {
            return ours;
        }
        throw new DdsException(DdsException.Kind.REFUSED, "The reader belongs to another implementation of DDS");
    }

    /** Called when a reader may have samples, or its writers have changed. */
    void changed() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean await(long nanos, Consumer<? super Reader> ready) {
        if (Thread.currentThread().isVirtual()) {
            throw new DdsException(
                    DdsException.Kind.WRONG_THREAD,
                    "Waiting for samples is for platform threads, since taking them holds the carrier of a virtual one");
        }
        if (waiting.isHeldByCurrentThread()) {
            throw new IllegalStateException("The consumer must not wait again");
        }
        waiting.lock();
        try {
            List<FastReader> found = awaitReady(nanos);
            watched.forEach((reader, action) -> {
                if (!closed && reader.haveMatchesChanged()) {
                    action.run();
                }
            });
            found.forEach(ready);
            return !closed;
        } finally {
            waiting.unlock();
        }
    }

    private List<FastReader> awaitReady(long nanos) {
        boolean interrupted = false;
        lock.lock();
        try {
            long left = nanos;
            while (true) {
                List<FastReader> found =
                        readers.stream().filter(FastReader::isReady).toList();
                boolean haveChanged = watched.keySet().stream().anyMatch(FastReader::haveMatchesChanged);
                if (closed || wakeUp || left <= 0 || haveChanged || !found.isEmpty()) {
                    wakeUp = false;
                    return closed ? List.of() : found;
                }
                try {
                    left = changed.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void wakeUp() {
        lock.lock();
        try {
            wakeUp = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        readers.forEach(each -> each.detach(this));
        watched.keySet().forEach(each -> each.detach(this));
        readers.clear();
        watched.clear();
        closing.accept(this);
    }
}
