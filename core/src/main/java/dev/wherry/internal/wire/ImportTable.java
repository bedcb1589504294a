package dev.wherry.internal.wire;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The peer's objects that one session holds references to. It holds them weakly. When nobody uses a reference any more, it is
 * released as often as it was received. For any thread.
 *
 * @param <R> the reference, kept alive by the stubs that use it
 */
public final class ImportTable<R> {
    /** Counts how often one reference was received and not yet released. */
    public static final class Arrivals {
        private final long object;
        private int count;

        private Arrivals(long object) {
            this.object = object;
        }

        public long object() {
            return object;
        }
    }

    private record Held<R>(WeakReference<R> reference, Arrivals arrivals) {}

    private final Map<Long, Held<R>> byObject = new HashMap<>();

    /**
     * The reference to an object of which one more arrived.
     *
     * @param create creates the first one, whose arrivals are passed to {@link #release} once it is no longer used
     */
    public synchronized R arrive(long object, Function<Arrivals, R> create) {
        Held<R> held = byObject.get(object);
        R reference = held == null ? null : held.reference.get();
        if (held == null || reference == null) {
            Arrivals arrivals = new Arrivals(object);
            reference = create.apply(arrivals);
            held = new Held<>(new WeakReference<>(reference), arrivals);
            byObject.put(object, held);
        }
        held.arrivals.count++;
        return reference;
    }

    /** How many references are to be released; 0 if that was done before. */
    public synchronized int release(Arrivals arrivals) {
        int count = arrivals.count;
        arrivals.count = 0;
        Held<R> held = byObject.get(arrivals.object);
        if (held != null && held.arrivals == arrivals) {
            byObject.remove(arrivals.object);
        }
        return count;
    }

    public synchronized int size() {
        return byObject.size();
    }
}
