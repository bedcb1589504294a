package dev.wherry.testkit.simulation;

import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stands for {@link Cleaner} in woven classes, and for the garbage collector: an object is collected when the simulation says so. */
public final class SimulatedCleaner {
    /** The actions that are to be run for an object, and whether it is collected. All are kept until the end of the run. */
    private static final class Entry {
        private final List<Runnable> actions = new ArrayList<>(1);
        private @Nullable Object host;
        private boolean collected;

        void run() {
            for (Runnable action : actions) {
                SimulatedThread.start(host, "cleaner", action);
            }
            actions.clear();
        }
    }

    private static final List<Object> KEPT = new ArrayList<>();
    private static final Map<Object, Entry> ENTRIES = new IdentityHashMap<>();
    /** The objects with cleaning actions, in the order in which they were registered. */
    private static final List<Object> REGISTERED = new ArrayList<>();

    private SimulatedCleaner() {}

    public static SimulatedCleaner create() {
        return new SimulatedCleaner();
    }

    public Cleaner.Cleanable register(Object object, Runnable action) {
        Entry entry = entry(object);
        entry.host = Scheduler.host();
        entry.actions.add(action);
        REGISTERED.add(object);
        return () -> {
            throw new AssertionError("Not simulated");
        };
    }

    static void keep(Object object) {
        entry(object);
    }

    private static Entry entry(Object object) {
        return ENTRIES.computeIfAbsent(object, none -> new Entry());
    }

    static boolean isCollected(Object object) {
        Entry entry = ENTRIES.get(object);
        return entry != null && entry.collected;
    }

    /** Collects an object: weak references to it are cleared, and its cleaning actions run. */
    public static void collect(Object object) {
        Entry entry = entry(object);
        entry.collected = true;
        entry.run();
    }

    /** Collects all objects that have cleaning actions. */
    public static void collectAll() {
        for (Object object : List.copyOf(REGISTERED)) {
            collect(object);
        }
        REGISTERED.clear();
    }

    /**
     * Forgets everything, at the end of a run.
     *
     * @param kept whether the real garbage collector must never collect it
     */
    static void clear(boolean kept) {
        if (kept) {
            KEPT.addAll(ENTRIES.keySet());
        }
        ENTRIES.clear();
        REGISTERED.clear();
    }
}
