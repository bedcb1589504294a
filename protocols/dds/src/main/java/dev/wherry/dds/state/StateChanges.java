package dev.wherry.dds.state;

import dev.wherry.dds.StateChange;
import dev.wherry.dds.engine.DdsLog;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The subscriptions to the changes of a state. For any thread. */
final class StateChanges<V> {
    private final Collection<Subscription<V>> all = new CopyOnWriteArrayList<>();

    void add(Subscription<V> subscription) {
        all.add(subscription);
    }

    void changed(List<?> key, StateChange<V> change) {
        all.forEach(each -> each.offer(key, change));
    }

    void complete() {
        all.forEach(Subscription::complete);
    }

    /**
     * One subscriber. Of the changes that it has not requested yet, the last of each key is kept. So a slow one costs no more memory than
     * the state has keys.
     */
    static final class Subscription<V> implements Flow.Subscription {
        private final Flow.Subscriber<? super StateChange<V>> subscriber;
        private final StateChanges<V> changes;
        private final Map<List<?>, StateChange<V>> waiting = new TreeMap<>(StateType::compare); // guarded by this
        private final Deque<List<?>> order = new ArrayDeque<>(); // guarded by this
        private long requested; // guarded by this
        private boolean running; // guarded by this
        private boolean completed; // guarded by this
        private boolean ended; // guarded by this
        private @Nullable Throwable failure; // guarded by this

        Subscription(Flow.Subscriber<? super StateChange<V>> subscriber, StateChanges<V> changes) {
            this.subscriber = subscriber;
            this.changes = changes;
        }

        synchronized void offer(List<?> key, StateChange<V> change) {
            if (waiting.put(key, change) == null) {
                order.add(key);
            }
            start();
        }

        @Override
        public synchronized void request(long count) {
            if (count <= 0) {
                failure = new IllegalArgumentException("A subscriber has requested " + count + " changes");
            } else {
                requested = requested + count < 0 ? Long.MAX_VALUE : requested + count;
            }
            start();
        }

        @Override
        public void cancel() {
            end();
        }

        /** Ends the subscription once the changes that wait were requested. */
        synchronized void complete() {
            completed = true;
            start();
        }

        private synchronized boolean end() {
            boolean first = !ended;
            ended = true;
            waiting.clear();
            order.clear();
            changes.all.remove(this);
            return first;
        }

        /** Called with the lock. One thread at a time notifies the subscriber. */
        private void start() {
            boolean isDue = failure != null || (completed && order.isEmpty()) || (requested > 0 && !order.isEmpty());
            if (isDue && !running && !ended) {
                running = true;
                Thread.ofVirtual().name("wherry-dds-changes").start(this::run);
            }
        }

        private void run() {
            try {
                for (StateChange<V> next = next(); next != null; next = next()) {
                    subscriber.onNext(next);
                }
            } catch (RuntimeException | Error e) {
                DdsLog.LOG.log(Level.ERROR, "A subscriber to a shared state has failed, and is notified no more", e);
                end();
            }
        }

        /** Returns what the subscriber is notified of now; null if that is nothing, and then the thread ends. */
        private @Nullable StateChange<V> next() {
            Throwable failed;
            synchronized (this) {
                if (!ended && failure == null && requested > 0 && !order.isEmpty()) {
                    requested -= requested == Long.MAX_VALUE ? 0 : 1;
                    return waiting.remove(order.remove());
                }
                running = false;
                failed = failure;
                if (failed == null && !(completed && order.isEmpty())) {
                    return null;
                }
            }
            if (end()) {
                if (failed == null) {
                    subscriber.onComplete();
                } else {
                    subscriber.onError(failed);
                }
            }
            return null;
        }
    }
}
