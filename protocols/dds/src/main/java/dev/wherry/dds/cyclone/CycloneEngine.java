package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Eclipse Cyclone DDS in this process. */
public final class CycloneEngine implements Engine {
    private static final int PUBLISHER = 1;
    private static final int SUBSCRIBER = 2;
    private static final int TOPIC = 3;
    private static final int READER = 4;
    private static final int WRITER = 5;

    private final String origin;

    private CycloneEngine(String origin) {
        this.origin = origin;
    }

    /**
     * Loads the C library, if it is not loaded.
     *
     * @throws DdsException of kind UNAVAILABLE if there is none, it is too old, or native access is not enabled
     */
    public static CycloneEngine load() {
        return new CycloneEngine(Library.require());
    }

    @Override
    public String name() {
        return "Eclipse Cyclone DDS 11 (" + origin + ")";
    }

    @Override
    public Participant open(int domain, String configuration) {
        Domain joined = Domain.join(domain, configuration);
        boolean created = false;
        try {
            int handle = Functions.CREATE_PARTICIPANT.check(
                    "Joining the domain " + domain, domain, MemorySegment.NULL, MemorySegment.NULL);
            created = true;
            return new CycloneParticipant(joined, handle);
        } finally {
            if (!created) {
                joined.leave();
            }
        }
    }

    @Override
    public Qos profile(String xml, EntityKind kind, String name, Qos base) {
        // The library takes any other text as the name of a file.
        if (!xml.startsWith("<") || xml.indexOf(0) >= 0 || name.indexOf(0) >= 0) {
            throw new DdsException(
                    DdsException.Kind.REFUSED,
                    "The text of the profile '" + name + "' does not start with '<', or contains a NUL");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            QosFunctions.CREATE_PROVIDER.check(
                    "The C library writes what is wrong to standard error. Reading the profiles",
                    arena.allocateFrom(xml),
                    pointer);
            MemorySegment provider = pointer.get(ADDRESS, 0);
            try {
                QosFunctions.PROVIDER_GET.check(
                        "Reading the profile '" + name + "'",
                        provider,
                        number(kind),
                        arena.allocateFrom(name),
                        pointer);
                return QosReader.read(pointer.get(ADDRESS, 0), base);
            } finally {
                QosFunctions.DELETE_PROVIDER.call(provider);
            }
        }
    }

    private static int number(EntityKind kind) {
        return switch (kind) {
            case PUBLISHER -> PUBLISHER;
            case SUBSCRIBER -> SUBSCRIBER;
            case TOPIC -> TOPIC;
            case READER -> READER;
            case WRITER -> WRITER;
        };
    }
}
