package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.QosBuilder;
import dev.wherry.dds.types.Representation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;

/** Reads the policies that are set in the memory of the C library. For one thread. */
@SuppressWarnings("restricted") // the sizes of what is read were returned by the library and are checked
final class QosReader {
    private static final int MOST = 4096;

    private final MemorySegment qos;
    private final MemorySegment first;
    private final MemorySegment second;
    private final MemorySegment third;

    private QosReader(Arena arena, MemorySegment qos) {
        this.qos = qos;
        first = arena.allocate(JAVA_LONG);
        second = arena.allocate(JAVA_LONG);
        third = arena.allocate(JAVA_LONG);
    }

    /**
     * Returns the policies that are set, and those of a base for the others.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    static Qos read(MemorySegment qos, Qos base) {
        try (Arena arena = Arena.ofConfined()) {
            return new QosReader(arena, qos).read(base.toBuilder());
        }
    }

    private Qos read(QosBuilder to) {
        if (has(QosFunctions.GET_RELIABILITY, first, second)) {
            to.reliability(constant(Qos.Reliability.values())).maxBlocking(duration(second));
        }
        if (has(QosFunctions.GET_HISTORY, first, second)) {
            to.depth(first.get(JAVA_INT, 0) == 0 ? second.get(JAVA_INT, 0) : 0);
        }
        if (has(QosFunctions.GET_DURABILITY, first)) {
            to.durability(constant(Qos.Durability.values()));
        }
        if (has(QosFunctions.GET_OWNERSHIP, first)) {
            to.ownership(constant(Qos.Ownership.values()));
        }
        if (has(QosFunctions.GET_STRENGTH, first)) {
            to.strength(first.get(JAVA_INT, 0));
        }
        if (has(QosFunctions.GET_LIVELINESS, first, second)) {
            to.liveliness(constant(Qos.Liveliness.values())).lease(duration(second));
        }
        if (has(QosFunctions.GET_DEADLINE, first)) {
            to.deadline(duration(first));
        }
        if (has(QosFunctions.GET_LATENCY_BUDGET, first)) {
            to.latencyBudget(duration(first));
        }
        if (has(QosFunctions.GET_LIFESPAN, first)) {
            to.lifespan(duration(first));
        }
        if (has(QosFunctions.GET_TRANSPORT_PRIORITY, first)) {
            to.transportPriority(first.get(JAVA_INT, 0));
        }
        if (has(QosFunctions.GET_DESTINATION_ORDER, first)) {
            to.destinationOrder(constant(Qos.DestinationOrder.values()));
        }
        if (has(QosFunctions.GET_RESOURCE_LIMITS, first, second, third)) {
            to.limits(new Qos.ResourceLimits(first.get(JAVA_INT, 0), second.get(JAVA_INT, 0), third.get(JAVA_INT, 0)));
        }
        if (has(QosFunctions.GET_AUTO_DISPOSE, first)) {
            to.autoDispose(first.get(JAVA_BYTE, 0) != 0);
        }
        if (has(QosFunctions.GET_PARTITION, first, second)) {
            to.partitions(partitions());
        }
        if (has(QosFunctions.GET_REPRESENTATION, first, second)) {
            to.representations(representations());
        }
        if (has(QosFunctions.GET_USER_DATA, first, second)) {
            to.userData(userData());
        }
        return to.build();
    }

    private boolean has(NativeFunction getter, MemorySegment... results) {
        Object[] arguments = new Object[results.length + 1];
        arguments[0] = qos;
        System.arraycopy(results, 0, arguments, 1, results.length);
        return (boolean) getter.call(arguments);
    }

    private <E> E constant(E[] values) {
        int index = first.get(JAVA_INT, 0);
        if (index < 0 || index >= values.length) {
            throw new DdsException(
                    DdsException.Kind.FAILED, "The C library returned the unknown value " + index + " of a policy");
        }
        return values[index];
    }

    private static Duration duration(MemorySegment from) {
        return Duration.ofNanos(from.get(JAVA_LONG, 0));
    }

    private String[] partitions() {
        int count = count(first.get(JAVA_INT, 0));
        MemorySegment array = second.get(ADDRESS, 0);
        String[] names = new String[count];
        if (count > 0) {
            MemorySegment pointers = array.reinterpret(ADDRESS.byteSize() * count);
            for (int i = 0; i < count; i++) {
                MemorySegment name = pointers.getAtIndex(ADDRESS, i);
                names[i] = Layouts.text(name, MOST);
                QosFunctions.FREE.call(name);
            }
            QosFunctions.FREE.call(array);
        }
        return names;
    }

    private Representation[] representations() {
        int count = count(first.get(JAVA_INT, 0));
        MemorySegment array = second.get(ADDRESS, 0);
        Representation[] all = new Representation[count];
        if (count > 0) {
            MemorySegment ids = array.reinterpret(JAVA_SHORT.byteSize() * count);
            Arrays.setAll(all, i -> NativeQos.representation(ids.getAtIndex(JAVA_SHORT, i)));
            QosFunctions.FREE.call(array);
        }
        return all;
    }

    private String userData() {
        MemorySegment text = first.get(ADDRESS, 0);
        if (text.address() == 0) {
            return "";
        }
        String read = Layouts.text(text, (int) Math.min(MOST, second.get(JAVA_LONG, 0)));
        QosFunctions.FREE.call(text);
        return read;
    }

    private static int count(int count) {
        if (count < 0 || count > MOST) {
            throw new DdsException(
                    DdsException.Kind.FAILED, "The C library returned a list of " + count + " elements as a policy");
        }
        return count;
    }
}
