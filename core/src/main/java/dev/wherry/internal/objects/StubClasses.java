package dev.wherry.internal.objects;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.spi.CodecException;
import java.lang.ref.Cleaner;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Limits the classes of stubs that one peer can cause by naming sets of interfaces. A class that the program no longer uses is
 * unloaded, and no longer counts. For any thread.
 */
public final class StubClasses {
    /** With a thread of the JDK's kind, which runs as long as the JVM and keeps nothing of the application. */
    public static final Cleaner CLEANER = Cleaner.create();

    /** Bytes of all classes that one session has caused. */
    static final int MOST_MEMORY = 8 << 20;
    /** The memory of a class, its loader and its module. */
    private static final int CLASS_BYTES = 8 << 10;

    private static final int METHOD_BYTES = 1 << 10;
    /** Making one takes a millisecond or two, so that a short message can cause ten that are new to the session. */
    private static final int WORK = 100_000;

    private final OfAllSessions all;

    // Guarded by this.
    private final Map<Class<?>, Integer> sizes = new WeakHashMap<>();

    public StubClasses(OfAllSessions all) {
        this.all = all;
    }

    /** Takes the class of a stub that a message of the peer has caused, if the session has none of its stubs. */
    public synchronized void take(Object stub, DecodingBudget budget) {
        List<RemoteInterface> interfaces = Stubs.interfaces(stub);
        Class<?> type = stub.getClass();
        if (interfaces.size() == 1 || sizes.containsKey(type)) {
            return;
        }
        int methods =
                interfaces.stream().mapToInt(each -> each.methods().size()).sum();
        int size = CLASS_BYTES + METHOD_BYTES * methods;
        budget.takeWork(WORK, "Making stubs of several interfaces");
        if (sizes.values().stream().mapToLong(each -> each).sum() + size > MOST_MEMORY) {
            throw CodecException.limit(
                    "a reference to an object that is served as " + interfaces + ": classes of stubs for "
                            + sizes.size()
                            + " other sets of interfaces are in use, which is as much as one session may have."
                            + " Release references that are no longer needed",
                    "stub classes of a session");
        }
        all.take(type, size);
        sizes.put(type, size);
    }

    /**
     * The classes that all sessions of an endpoint have caused, each counted once: a part of the endpoint's capacity until
     * they are unloaded. For any thread.
     */
    public static final class OfAllSessions {
        /** The part of the capacity that they may have: a peer can keep them as long as the program keeps its stubs. */
        private static final int PART = 8;

        private final InboundCapacity capacity;

        // Guarded by this.
        private final Set<Class<?>> counted = Collections.newSetFromMap(new WeakHashMap<>());
        private long bytes;

        public OfAllSessions(InboundCapacity capacity) {
            this.capacity = capacity;
        }

        public synchronized void take(Class<?> type, int size) {
            if (counted.contains(type)) {
                return;
            }
            if (size > capacity.most() / PART - bytes || !capacity.takeForValues(size)) {
                throw CodecException.limit(
                        "a class of stubs: those in use have " + bytes + " bytes, and may have an eighth of all. "
                                + capacity.isFull(),
                        "inboundBytes");
            }
            counted.add(type);
            bytes += size;
            CLEANER.register(type, () -> unloaded(size));
        }

        private synchronized void unloaded(int size) {
            bytes -= size;
            capacity.give(size);
        }
    }
}
