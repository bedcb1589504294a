package dev.wherry.internal.wire;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The peer's objects that one session holds references to. It holds them weakly: whoever uses the reference keeps it,
 * and when nobody does, what arrived is released. For any thread.
 *
 * @param <R> the reference, kept alive by the stubs that use it
 */
public final class ImportTable<R> {
    /** What has arrived for one reference and was not released yet. */
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
     * @param maker of the first one; its arrivals are given back to {@link #release} once, when it is no longer used
     */
    public synchronized R arrive(long object, Function<Arrivals, R> maker) {
        Held<R> held = byObject.get(object);
        R reference = held == null ? null : held.reference.get();
        if (held == null || reference == null) {
            Arrivals arrivals = new Arrivals(object);
            reference = maker.apply(arrivals);
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
