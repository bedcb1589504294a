package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.Discovered.Property;
import dev.wherry.dds.engine.Qos;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The topics in which DDS announces participants, writers and readers. The library writes them for each process alone. */
@SuppressWarnings("restricted") // reads structures whose layout the library has fixed
enum BuiltinTopic {
    PARTICIPANTS(0x7fff0001),
    WRITERS(0x7fff0003),
    READERS(0x7fff0004);

    /** The longest name that is read; a longer one is cut. */
    private static final int LONGEST = 512;

    private final int handle;

    BuiltinTopic(int handle) {
        this.handle = handle;
    }

    /** Returns a reader that gets what is there, and each change. */
    int createReader(int participant) {
        return Functions.CREATE_READER.check(
                "Watching the domain", participant, handle, MemorySegment.NULL, MemorySegment.NULL);
    }

    /** @param valid whether the sample has more than a GUID */
    Discovered read(MemorySegment sample, boolean valid, long instance) {
        if (!valid) {
            return new Discovered.Gone(guid(sample.reinterpret(Layouts.GUID_SIZE), 0));
        }
        return this == PARTICIPANTS
                ? member(sample.reinterpret(Layouts.BUILTIN_PARTICIPANT_SIZE))
                : endpoint(sample.reinterpret(Layouts.BUILTIN_ENDPOINT_SIZE), instance);
    }

    private static Discovered member(MemorySegment sample) {
        Map<Property, String> properties = new EnumMap<>(Property.class);
        MemorySegment qos = sample.get(ADDRESS, Layouts.BUILTIN_PARTICIPANT_QOS);
        for (Property each : Property.values()) {
            String value = property(qos, each);
            if (value != null) {
                properties.put(each, value);
            }
        }
        return new Discovered.Member(guid(sample, 0), properties);
    }

    private static @Nullable String property(MemorySegment qos, Property property) {
        String name = switch (property) {
            case HOST -> "__Hostname";
            case PROCESS -> "__ProcessName";
            case PROCESS_ID -> "__Pid";
        };
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            if (!(boolean) QosFunctions.GET_PROPERTY.call(qos, arena.allocateFrom(name), pointer)) {
                return null;
            }
            MemorySegment value = pointer.get(ADDRESS, 0);
            String text = Layouts.text(value, LONGEST);
            QosFunctions.FREE.call(value);
            return text;
        }
    }

    private Discovered endpoint(MemorySegment sample, long instance) {
        return new Discovered.Endpoint(
                guid(sample, 0),
                guid(sample, Layouts.BUILTIN_ENDPOINT_PARTICIPANT),
                this == WRITERS,
                Layouts.text(sample.get(ADDRESS, Layouts.BUILTIN_ENDPOINT_TOPIC), LONGEST),
                Layouts.text(sample.get(ADDRESS, Layouts.BUILTIN_ENDPOINT_TYPE), LONGEST),
                qos(sample.get(ADDRESS, Layouts.BUILTIN_ENDPOINT_QOS)),
                instance);
    }

    /** Returns null if the other participant has policies beyond the limits. */
    private static @Nullable Qos qos(MemorySegment qos) {
        try {
            return QosReader.read(qos, Qos.DEFAULT);
        } catch (RuntimeException e) {
            return null;
        }
    }

    static String guid(MemorySegment sample, long offset) {
        return HexFormat.of()
                .formatHex(sample.asSlice(offset, Layouts.GUID_SIZE).toArray(JAVA_BYTE));
    }

    /** A sample that the library has lent. */
    static final class Loan implements AutoCloseable {
        private static final int ONE = 1;

        private final int reader;
        private final Arena arena = Arena.ofConfined();
        final MemorySegment slot = arena.allocate(ADDRESS);
        final MemorySegment info = arena.allocate(Layouts.INFO_SIZE, 8);
        private final int count;

        private Loan(int reader, String what, @Nullable Long instance) {
            this.reader = reader;
            count = instance == null
                    ? Functions.TAKE.check(what, reader, slot, info, (long) ONE, ONE)
                    : Functions.READ_INSTANCE.check(what, reader, slot, info, (long) ONE, ONE, instance);
        }

        /** Takes the next sample of a reader. */
        static Loan take(int reader) {
            return new Loan(reader, "Watching the domain", null);
        }

        /** Reads the last sample of an instance. */
        static Loan ofInstance(int reader, long instance) {
            return new Loan(reader, "Reading the description of an endpoint", instance);
        }

        boolean isEmpty() {
            return count == 0;
        }

        MemorySegment sample() {
            return slot.get(ADDRESS, 0);
        }

        boolean isValid() {
            return info.get(JAVA_BYTE, Layouts.INFO_VALID) != 0;
        }

        boolean isAlive() {
            return info.get(JAVA_INT, Layouts.INFO_INSTANCE_STATE) == 16;
        }

        @Override
        public void close() {
            if (count > 0) {
                Functions.RETURN_LOAN.tryCode(reader, slot, count);
            }
            arena.close();
        }
    }
}
