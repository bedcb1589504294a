package dev.wherry.dds.topics;

import dev.wherry.dds.engine.SampleInfo;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The samples that wait for a subscriber, in the order of their arrival: all, or the last ones of each instance. For one thread. */
final class SampleBuffer {
    private final int depth;
    private final int most;
    private final Map<Long, Received> waiting = new LinkedHashMap<>();

    /** The numbers of the samples of each instance, if not all are kept. */
    private final Map<Long, ArrayDeque<Long>> instances = new HashMap<>();

    private long last;

    /** A sample with its header. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Received(byte[] payload, int length, SampleInfo info) {}

    /**
     * @param depth how many samples of an instance are kept; 0: all
     * @param most the most samples
     */
    SampleBuffer(int depth, int most) {
        this.depth = depth;
        this.most = most;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean isFull() {
        return waiting.size() >= most;
    }

    /** Removes what a new sample of an instance replaces; null if it replaces nothing. */
    @Nullable
    Received replaced(long instance) {
        ArrayDeque<Long> numbers = instances.get(instance);
        return depth == 0 || numbers == null || numbers.size() < depth ? null : waiting.remove(numbers.removeFirst());
    }

    void add(Received sample) {
        waiting.put(++last, sample);
        if (depth > 0) {
            instances
                    .computeIfAbsent(sample.info().instance(), _ -> new ArrayDeque<>())
                    .add(last);
        }
    }

    /** Removes and returns the oldest sample; null if there is none. */
    @Nullable
    Received poll() {
        Iterator<Received> all = waiting.values().iterator();
        if (!all.hasNext()) {
            return null;
        }
        Received oldest = all.next();
        all.remove();
        if (depth > 0) {
            long instance = oldest.info().instance();
            ArrayDeque<Long> numbers = instances.get(instance);
            if (numbers != null) {
                numbers.removeFirst();
                if (numbers.isEmpty()) {
                    instances.remove(instance);
                }
            }
        }
        return oldest;
    }
}
