package dev.wherry.dds.fast;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.DomainWatch;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.WaitSet;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.DataType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import us.ihmc.rtps.impl.fastRTPS.NativeParticipantImpl;
import us.ihmc.rtps.impl.fastRTPS.NativeParticipantListener;

/** A participant, which knows its readers, writers and wait sets and closes them before itself. */
final class FastParticipant implements Participant {
    private static final int LONGEST_TOPIC = 255;

    /** Those that are open. The binding's finalizers would free the parts of one that was forgotten in any order. */
    private static final Set<FastParticipant> OPEN = ConcurrentHashMap.newKeySet();

    private final int domain;
    private final String what;
    private final NativeParticipantListener listener = new Listener();
    private final NativeParticipantImpl participant;
    private final TakeBuffer buffer = new TakeBuffer();
    private final Set<AutoCloseable> parts = ConcurrentHashMap.newKeySet();
    private final Set<String> types = new HashSet<>(); // guarded by this
    private boolean closed; // guarded by this

    /** Ignores participants. The binding attaches its thread to the JVM before each call, whatever is done with it. */
    private static final class Listener extends NativeParticipantListener {
        @Override
        public void onParticipantDiscovery(long info, long first, long second, int status) {
            ThreadDetaching.detachThisThreadAtItsEnd();
        }
    }

    private FastParticipant(int domain, String profile, String xml) throws IOException {
        this.domain = domain;
        what = "The participant of the domain " + domain;
        participant = new NativeParticipantImpl(profile, xml, length(xml), listener);
    }

    /** @throws DdsException if the library cannot join the domain */
    static FastParticipant open(int domain, ParticipantProfile with) {
        if (domain < 0 || domain > Engine.LARGEST_DOMAIN) {
            throw new DdsException(DdsException.Kind.REFUSED, "The domain " + domain + " does not exist");
        }
        String name = newName();
        try {
            FastParticipant joined = new FastParticipant(domain, name, with.xml(name));
            OPEN.add(joined);
            return joined;
        } catch (IOException e) {
            throw new DdsException(
                    DdsException.Kind.FAILED, "Joining the domain " + domain + " failed: " + e.getMessage());
        }
    }

    /** Returns a name for a profile. The library keeps all profiles of a process by their names. */
    static String newName() {
        return UUID.randomUUID().toString();
    }

    static long length(String xml) {
        return xml.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public int domain() {
        return domain;
    }

    @Override
    public synchronized byte[] guid() {
        checkOpen();
        return new Guid(participant.getGuidHigh(), participant.getGuidLow()).bytes();
    }

    /** Makes a topic known. Of the type only the name is sent, and others cannot check the rest. */
    @Override
    public Topic topic(String name, DataType.Structure type, Qos qos) {
        if (name.isEmpty() || name.length() > LONGEST_TOPIC || name.indexOf(0) >= 0) {
            throw new DdsException(
                    DdsException.Kind.REFUSED,
                    "The topic name '" + name + "' is empty, longer than " + LONGEST_TOPIC
                            + " characters, or contains a NUL");
        }
        if (hasKey(type)) {
            throw Refusal.of("A topic with a key, such as '" + name + "',");
        }
        FastTopic topic = new FastTopic(this, name, type);
        new EndpointProfile(topic, qos, true); // refuses the policies now rather than later
        return part(() -> {
            if (types.add(type.name())) {
                participant.registerType(type.name(), EndpointProfile.LARGEST);
            }
            return topic;
        });
    }

    private static boolean hasKey(DataType.Structure type) {
        DataType.Structure base = type.base();
        return type.members().stream().anyMatch(DataType.Structure.Member::key) || (base != null && hasKey(base));
    }

    @Override
    public Writer writer(Topic topic, Qos qos) {
        EndpointProfile profile = new EndpointProfile(ours(topic), qos, true);
        return part(() -> added(FastWriter.create(participant, profile, parts::remove)));
    }

    @Override
    public Reader reader(Topic topic, Qos qos, int longest) {
        EndpointProfile profile = new EndpointProfile(ours(topic), qos, false);
        return part(() -> added(FastReader.create(participant, profile, longest, buffer, parts::remove)));
    }

    @Override
    public WaitSet waitSet() {
        return part(() -> added(new FastWaitSet(parts::remove)));
    }

    private <P extends AutoCloseable> P added(P part) {
        parts.add(part);
        return part;
    }

    /** Creates a part while the participant cannot be closed. */
    private synchronized <P> P part(Supplier<P> create) {
        checkOpen();
        return create.get();
    }

    private void checkOpen() {
        if (closed) {
            throw Refusal.closed(what);
        }
    }

    private FastTopic ours(Topic topic) {
        if (topic instanceof FastTopic ours && ours.participant() == this) {
            return ours;
        }
        throw new DdsException(
                DdsException.Kind.REFUSED, "The topic '" + topic.name() + "' belongs to another participant");
    }

    @Override
    public DomainWatch watch() {
        throw Refusal.of("Discovery of participants, readers and writers");
    }

    @Override
    public Topic topic(Discovered.Endpoint like, Qos qos, Duration limit) {
        throw Refusal.of("A topic with the type that another participant describes");
    }

    @Override
    public byte[] typeMapping(Discovered.Endpoint of, Duration limit) {
        throw Refusal.of("The description of a type");
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        List<AutoCloseable> all = new ArrayList<>(parts);
        for (AutoCloseable each : all) {
            switch (each) {
                case Reader reader -> reader.close();
                case Writer writer -> writer.close();
                case WaitSet waitSet -> waitSet.close();
                default -> throw new IllegalStateException("An unknown part: " + each);
            }
        }
        participant.delete();
        listener.delete();
        buffer.close();
        OPEN.remove(this);
    }
}
