package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.DomainWatch;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.WaitSet;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.DataType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** A participant, which knows its parts and closes them before itself, as the library's types live as long as the domain. */
final class CycloneParticipant implements Participant {
    private static final int LOCAL_DOMAIN = 1;
    private static final int LONGEST_TOPIC = 255;

    private final Domain domain;
    private final Entity entity;

    /** The open parts, and how they are closed. */
    private final Map<Entity, Runnable> parts = new ConcurrentHashMap<>();

    CycloneParticipant(Domain domain, int handle) {
        this.domain = domain;
        entity = new Entity(handle, "the participant of the domain " + domain.id(), this::closeParts, _ -> {});
    }

    @Override
    public int domain() {
        return domain.id();
    }

    @Override
    public byte[] guid() {
        return entity.guid();
    }

    @Override
    public Topic topic(String name, DataType.Structure type, Qos qos) {
        if (name.isEmpty() || name.length() > LONGEST_TOPIC || name.indexOf(0) >= 0) {
            throw new DdsException(
                    DdsException.Kind.REFUSED,
                    "The topic name '" + name + "' is empty, longer than " + LONGEST_TOPIC
                            + " characters, or contains a NUL");
        }
        return part(qos, policies -> topic(createTopic(name, type, policies), name, type));
    }

    private Topic topic(int handle, String name, DataType.Structure type) {
        Entity created = new Entity(handle, "the topic '" + name + "'", () -> {}, parts::remove);
        parts.put(created, created::close);
        return new CycloneTopic(created, name, type);
    }

    private int createTopic(String name, DataType.Structure type, MemorySegment qos) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment built = DynamicTypes.create(arena, entity.handle, type);
            MemorySegment pointer = arena.allocate(ADDRESS);
            try {
                String what = "Registering the type " + type.name();
                Functions.TYPE_REGISTER.check(what, built, pointer);
                MemorySegment information = pointer.get(ADDRESS, 0);
                try {
                    Functions.CREATE_TOPIC_DESCRIPTOR.check(
                            what, LOCAL_DOMAIN, entity.handle, information, 0L, pointer);
                } finally {
                    Functions.FREE_TYPEINFO.tryCode(information);
                }
            } finally {
                Functions.TYPE_UNREF.tryCode(built);
            }
            return createTopic(name, pointer.get(ADDRESS, 0), qos);
        }
    }

    /** @param descriptor of the type, which this deletes */
    private int createTopic(String name, MemorySegment descriptor, MemorySegment qos) {
        try (Arena arena = Arena.ofConfined()) {
            return Functions.CREATE_TOPIC.check(
                    "Creating the topic '" + name + "'",
                    entity.handle,
                    descriptor,
                    arena.allocateFrom(name),
                    qos,
                    MemorySegment.NULL);
        } finally {
            Functions.DELETE_TOPIC_DESCRIPTOR.tryCode(descriptor);
        }
    }

    @Override
    public Topic topic(Discovered.Endpoint like, Qos qos, Duration limit) {
        return part(qos, policies -> {
            MemorySegment descriptor = RemoteTypes.descriptor(entity.handle, like, limit);
            return topic(
                    createTopic(like.topic(), descriptor, policies),
                    like.topic(),
                    new DataType.Structure(like.type(), DataType.Extensibility.FINAL, null, List.of()));
        });
    }

    @Override
    public byte[] typeMapping(Discovered.Endpoint of, Duration limit) {
        return part(Qos.DEFAULT, _ -> {
            MemorySegment descriptor = RemoteTypes.descriptor(entity.handle, of, limit);
            try {
                return RemoteTypes.mapping(descriptor);
            } finally {
                Functions.DELETE_TOPIC_DESCRIPTOR.tryCode(descriptor);
            }
        });
    }

    @Override
    public Writer writer(Topic topic, Qos qos) {
        CycloneTopic ours = ours(topic);
        return part(qos, policies -> {
            String what = "the writer of the topic '" + topic.name() + "'";
            int handle = Functions.CREATE_WRITER.check(
                    "Creating " + what, entity.handle, ours.entity().handle, policies, MemorySegment.NULL);
            CycloneWriter writer = new CycloneWriter(handle, what, type(handle), parts::remove);
            parts.put(writer.entity(), writer::close);
            return writer;
        });
    }

    /** Returns the encoded type of a writer, with a reference: it must outlive the writer while a thread uses it. */
    private static MemorySegment type(int writer) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(ADDRESS);
            Functions.GET_SERTYPE.check("Reading the type of a writer", writer, pointer);
            return Functions.SERTYPE_REF.pointer(pointer.get(ADDRESS, 0));
        }
    }

    @Override
    public Reader reader(Topic topic, Qos qos, int longest) {
        CycloneTopic ours = ours(topic);
        return part(qos, policies -> {
            String what = "the reader of the topic '" + topic.name() + "'";
            int handle = Functions.CREATE_READER.check(
                    "Creating " + what, entity.handle, ours.entity().handle, policies, MemorySegment.NULL);
            CycloneReader reader = new CycloneReader(handle, what, longest, parts::remove);
            parts.put(reader.entity(), reader::close);
            return reader;
        });
    }

    @Override
    public WaitSet waitSet() {
        return part(Qos.DEFAULT, policies -> {
            int handle = Functions.CREATE_WAITSET.check("Creating a wait set", entity.handle);
            int guard = Functions.CREATE_GUARDCONDITION.check("Creating a wait set", entity.handle);
            CycloneWaitSet waitSet = new CycloneWaitSet(handle, guard, parts::remove);
            parts.put(waitSet.entity(), waitSet::close);
            return waitSet;
        });
    }

    @Override
    public DomainWatch watch() {
        CycloneWaitSet waitSet = (CycloneWaitSet) waitSet();
        List<CycloneWatch.Source> sources = Stream.of(BuiltinTopic.values())
                .map(each -> new CycloneWatch.Source(each, builtinReader(each)))
                .toList();
        return new CycloneWatch(waitSet, sources);
    }

    private CycloneReader builtinReader(BuiltinTopic topic) {
        return part(Qos.DEFAULT, _ -> {
            CycloneReader reader =
                    new CycloneReader(topic.createReader(entity.handle), "the reader of " + topic, 0, parts::remove);
            parts.put(reader.entity(), reader::close);
            return reader;
        });
    }

    /** Creates a part while the participant cannot be closed. */
    private <P> P part(Qos qos, Function<MemorySegment, P> create) {
        entity.uses.enter();
        try (NativeQos policies = new NativeQos(qos)) {
            return create.apply(policies.pointer());
        } finally {
            entity.uses.exit();
        }
    }

    private CycloneTopic ours(Topic topic) {
        if (topic instanceof CycloneTopic ours && parts.containsKey(ours.entity())) {
            return ours;
        }
        throw new DdsException(
                DdsException.Kind.REFUSED,
                "The topic '" + topic.name() + "' is closed, or belongs to another participant");
    }

    @Override
    public void close() {
        entity.uses.close(() -> {});
        entity.uses.awaitFreed();
    }

    /** Runs once, when no thread creates a part any more. */
    private void closeParts() {
        List<Entity> all = List.copyOf(parts.keySet());
        List.copyOf(parts.values()).forEach(Runnable::run);
        all.forEach(each -> each.uses.awaitFreed());
        Entity.delete(entity.handle);
        domain.leave();
    }
}
