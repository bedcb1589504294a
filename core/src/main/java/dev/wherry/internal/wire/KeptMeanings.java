package dev.wherry.internal.wire;

import dev.wherry.spi.CodecException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Counts what codecs keep for the definitions of one session, which may take far more memory than the definitions. It is
 * part of the capacity of all sessions. For any thread.
 */
public final class KeptMeanings {
    /** Bytes of memory: far above what the versions of an interface's types need. */
    static final long MOST_MEMORY = 8 << 20;

    private final InboundCapacity.Share room;

    // Guarded by this. Held weakly, since classes may be unloaded while the session lasts.
    private final Map<Object, Set<Integer>> byReader = new WeakHashMap<>();
    private final Map<Class<?>, Set<Integer>> byType = new WeakHashMap<>();
    private long bytes;

    KeptMeanings(InboundCapacity.Share room) {
        this.room = room;
    }

    /** Takes the memory that a reader is about to keep for a definition, if it has not done so before. */
    public synchronized void keep(int number, Object reader, long size) {
        Set<Integer> kept = byReader.computeIfAbsent(reader, none -> new HashSet<>());
        if (kept.contains(number)) {
            return;
        }
        if (size > MOST_MEMORY - bytes) {
            throw CodecException.limit(
                    "definitions of classes that take more than " + MOST_MEMORY + " bytes in one session",
                    "definitions of a session");
        }
        if (!room.take(size)) {
            throw CodecException.limit("a definition of a class: " + room.isFull(), "inboundBytes");
        }
        kept.add(number);
        bytes += size;
    }

    /** How many definitions are of other versions of a class, with this one. */
    public synchronized int versions(int number, Class<?> type) {
        Set<Integer> numbers = byType.computeIfAbsent(type, none -> new HashSet<>());
        numbers.add(number);
        return numbers.size();
    }
}
