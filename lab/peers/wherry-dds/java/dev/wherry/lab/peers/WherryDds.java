package dev.wherry.lab.peers;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Servant;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Wherry with its defaults over DDS: one endpoint at each end, and one stub that all threads share. */
public final class WherryDds extends SharedClient {
    /** A separate domain, so that it meets no other program. */
    private static final int DOMAIN = 78;

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    /** The methods that DDS can call. */
    public interface Handler {
        byte[] octets(byte[] data);

        int invoke(Payload payload);

        int addOne(int number);
    }

    private static final class Served extends Servant implements Handler {
        Served(CountingService service) {
            super(service);
        }
    }

    /** The stub as a service: it adds nothing to a call. */
    private record Stub(Handler handler, String name, String host) implements Service {
        @Override
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
            throw new UnsupportedOperationException("a type that is not known before the call has no type in DDS");
        }

        @Override
        public byte[] octets(byte[] data) {
            return handler.octets(data);
        }

        @Override
        public int invoke(Payload payload) {
            return handler.invoke(payload);
        }

        @Override
        public int addOne(int number) {
            return handler.addOne(number);
        }
    }

    public static void main(String[] args) throws Exception {
        Program.run(args, new WherryDds());
    }

    /** Uses the address of this process only, without multicast, which loopback does not have. */
    private static String configuration(String server) throws IOException {
        return """
                <CycloneDDS><Domain id="any">
                <General><Interfaces><NetworkInterface address="%s" multicast="false"/></Interfaces>
                <AllowMulticast>false</AllowMulticast></General>
                <Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>60</MaxAutoParticipantIndex>
                <Peers><Peer address="%s"/></Peers><SPDPInterval>1s</SPDPInterval></Discovery>
                </Domain></CycloneDDS>""".formatted(Host.name(), server);
    }

    private static DdsOptions options(String server) throws IOException {
        return DdsOptions.builder().configuration(configuration(server)).build();
    }

    private static Endpoint endpoint(String server) throws IOException {
        return Endpoint.create(
                EndpointOptions.builder().with(options(server)).build());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        // A name of its own, so that no server of an earlier run answers. Never closed: it serves until the process ends.
        String name = "octets" + Long.toUnsignedString(ThreadLocalRandom.current().nextLong());
        Endpoint server = endpoint(Host.name());
        server.bind(name, Handler.class, new Served(service));
        server.listenAt("dds://" + DOMAIN);
        return name + "@" + Host.name();
    }

    @Override
    public Service client(String address) throws Exception {
        String[] parts = address.split("@", -1);
        Handler handler = endpoint(parts[1]).lookup("dds://" + DOMAIN + "/" + parts[0], Handler.class);
        return new Stub(handler, parts[0], parts[1]);
    }

    /** Returns how a reply was encoded, by the identifier before it, which a reader beside that of the stub gets. */
    @Override
    public String serializer(Service service) throws Exception {
        Stub stub = (Stub) service;
        Qos qos = Qos.builder()
                .keepAll()
                .representations(Representation.XCDR2)
                .build();
        var type = CallTypes.of(Handler.class, new JavaTypes()).replyType();
        try (Participant participant = CycloneEngine.load().open(DOMAIN, options(stub.host()).configuration());
                var topic = participant.topic(stub.name() + "_Reply", type, qos);
                Reader reader = participant.reader(topic, qos, 1 << 20)) {
            Encoding encoding = new Encoding();
            long end = System.nanoTime() + PATIENCE;
            while (encoding.identifier < 0 && System.nanoTime() < end) {
                stub.addOne(1);
                reader.take(encoding, 1);
            }
            return switch (encoding.identifier) {
                case 0, 1 -> "xcdr1";
                case -1 -> "unknown";
                default -> encoding.identifier >= 6 ? "xcdr2" : "unknown";
            };
        }
    }

    /** Keeps the identifier of a sample's encoding. */
    private static final class Encoding implements SampleSink {
        int identifier = -1;

        @Override
        public void sample(byte[] payload, int offset, int length, SampleInfo info) {
            identifier = payload[offset] << 8 | payload[offset + 1];
        }

        @Override
        public void refused(long length, SampleInfo info) {
            throw new IllegalStateException("a reply has " + length + " bytes");
        }
    }
}
