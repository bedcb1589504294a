package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Discovered;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** The types of endpoints of other participants, which the library asks them for. */
final class RemoteTypes {
    private static final int ANY_PARTICIPANT = 0;
    private static final long LONGEST_MAPPING = 4 << 20;

    private RemoteTypes() {}

    /** Returns the descriptor of the type, which the caller deletes. */
    static MemorySegment descriptor(int participant, Discovered.Endpoint of, Duration limit) {
        BuiltinTopic topic = of.isWriter() ? BuiltinTopic.WRITERS : BuiltinTopic.READERS;
        int reader = topic.createReader(participant);
        try (Arena arena = Arena.ofConfined();
                BuiltinTopic.Loan loan = BuiltinTopic.Loan.ofInstance(reader, of.instance())) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            if (!loan.isEmpty() && loan.isValid()) {
                Functions.ENDPOINT_TYPE_INFORMATION.check("Reading a type", loan.sample(), pointer);
            }
            MemorySegment information = pointer.get(ADDRESS, 0);
            if (information.address() == 0) {
                throw new DdsException(
                        DdsException.Kind.REFUSED,
                        "The endpoint " + of.guid() + " has left, or does not describe its type");
            }
            Functions.CREATE_TOPIC_DESCRIPTOR.check(
                    "Reading the type " + of.type(),
                    ANY_PARTICIPANT,
                    participant,
                    information,
                    limit.toNanos(),
                    pointer);
            return pointer.get(ADDRESS, 0);
        } finally {
            Entity.delete(reader);
        }
    }

    /** Returns the mapping of a descriptor; empty if it has none or one that is too long. */
    @SuppressWarnings("restricted") // reads a structure of the library, and as many bytes as it says
    static byte[] mapping(MemorySegment descriptor) {
        MemorySegment fields = descriptor.reinterpret(Layouts.TOPIC_DESCRIPTOR_SIZE);
        MemorySegment mapping = fields.get(ADDRESS, Layouts.TOPIC_DESCRIPTOR_MAPPING);
        long length = Integer.toUnsignedLong(fields.get(JAVA_INT, Layouts.TOPIC_DESCRIPTOR_MAPPING_LENGTH));
        return mapping.address() == 0 || length > LONGEST_MAPPING
                ? new byte[0]
                : mapping.reinterpret(length).toArray(JAVA_BYTE);
    }
}
