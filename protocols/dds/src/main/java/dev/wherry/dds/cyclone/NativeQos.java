package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.types.Representation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/** The policies of a {@link Qos} in the memory of the C library. Closing frees them. For one thread. */
final class NativeQos implements AutoCloseable {
    private static final short XCDR1 = 0;
    private static final short XCDR2 = 2;
    private static final int KEEP_LAST = 0;
    private static final int KEEP_ALL = 1;

    private final MemorySegment pointer;

    @SuppressWarnings("EnumOrdinal") // the constants are in the order of the library's numbers
    NativeQos(Qos qos) {
        pointer = QosFunctions.CREATE.pointer();
        QosFunctions.SET_RELIABILITY.call(pointer, qos.reliability().ordinal(), nanos(qos.maxBlocking()));
        QosFunctions.SET_HISTORY.call(pointer, qos.depth() == 0 ? KEEP_ALL : KEEP_LAST, Math.max(qos.depth(), 1));
        QosFunctions.SET_DURABILITY.call(pointer, qos.durability().ordinal());
        QosFunctions.SET_OWNERSHIP.call(pointer, qos.ownership().ordinal());
        QosFunctions.SET_STRENGTH.call(pointer, qos.strength());
        QosFunctions.SET_LIVELINESS.call(pointer, qos.liveliness().ordinal(), nanos(qos.lease()));
        QosFunctions.SET_DEADLINE.call(pointer, nanos(qos.deadline()));
        QosFunctions.SET_LATENCY_BUDGET.call(pointer, nanos(qos.latencyBudget()));
        QosFunctions.SET_LIFESPAN.call(pointer, nanos(qos.lifespan()));
        QosFunctions.SET_TRANSPORT_PRIORITY.call(pointer, qos.transportPriority());
        QosFunctions.SET_DESTINATION_ORDER.call(pointer, qos.destinationOrder().ordinal());
        QosFunctions.SET_RESOURCE_LIMITS.call(
                pointer,
                qos.limits().samples(),
                qos.limits().instances(),
                qos.limits().samplesPerInstance());
        QosFunctions.SET_AUTO_DISPOSE.call(pointer, qos.autoDispose());
        setLists(qos);
    }

    /** The functions copy what is in the arena. */
    private void setLists(Qos qos) {
        try (Arena arena = Arena.ofConfined()) {
            List<String> partitions = qos.partitions();
            if (!partitions.isEmpty()) {
                MemorySegment names = arena.allocate(ADDRESS, partitions.size());
                for (int i = 0; i < partitions.size(); i++) {
                    names.setAtIndex(ADDRESS, i, arena.allocateFrom(partitions.get(i)));
                }
                QosFunctions.SET_PARTITION.call(pointer, partitions.size(), names);
            }
            List<Representation> representations = qos.representations();
            if (!representations.isEmpty()) {
                MemorySegment ids = arena.allocate(JAVA_SHORT, representations.size());
                for (int i = 0; i < representations.size(); i++) {
                    ids.setAtIndex(JAVA_SHORT, i, representations.get(i) == Representation.XCDR1 ? XCDR1 : XCDR2);
                }
                QosFunctions.SET_REPRESENTATION.call(pointer, representations.size(), ids);
            }
            if (!qos.userData().isEmpty()) {
                MemorySegment text = arena.allocateFrom(qos.userData());
                QosFunctions.SET_USER_DATA.call(pointer, text, text.byteSize() - 1);
            }
        }
    }

    MemorySegment pointer() {
        return pointer;
    }

    /** Returns the representation of an id. */
    static Representation representation(short id) {
        return id == XCDR1 ? Representation.XCDR1 : Representation.XCDR2;
    }

    /** Returns nanoseconds; the largest number means "no limit" here and in the library. */
    private static long nanos(Duration duration) {
        return duration.compareTo(Qos.FOREVER) >= 0 ? Long.MAX_VALUE : duration.toNanos();
    }

    @Override
    public void close() {
        QosFunctions.DELETE.call(pointer);
    }
}
