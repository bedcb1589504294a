package dev.wherry.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Structure.Member;
import dev.wherry.dds.types.DataType.Union;
import dev.wherry.testsupport.ChildProgram;
import dev.wherry.testsupport.Polling;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Damaged samples, sent in a JVM of their own, as a fault of the C library would end it. */
class HostileInputTest {
    @BeforeAll
    static void needsTheLibrary() {
        Loopback.engine();
    }

    @Test
    void survivesDamagedSamplesOfItsOwnWriter() throws Exception {
        assertThat(ChildProgram.run("exec \"$0\" \"$@\"", List.of(), OwnWriter.class))
                .endsWith("survived", "exit 0");
    }

    @Test
    void survivesDamagedSamplesFromTheNetwork() throws Exception {
        assertThat(ChildProgram.run("exec \"$0\" \"$@\"", List.of(), Network.class))
                .endsWith("survived", "exit 0");
    }

    /** Types with all that has a length, a count or a choice. */
    private static List<Structure> types() {
        List<Structure> all = new ArrayList<>();
        for (Extensibility each : Extensibility.values()) {
            Structure point = new Structure(
                    "test::P" + each,
                    each,
                    null,
                    List.of(member("x", 0, Primitive.INT64), member("name", 1, new DataType.Text(0))));
            Union choice = new Union(
                    "test::U" + each,
                    each == Extensibility.MUTABLE ? Extensibility.FINAL : each,
                    Primitive.INT32,
                    List.of(
                            new Union.Case("a", 1, Primitive.INT64, List.of(0)),
                            new Union.Case("b", 2, new DataType.Sequence(point, 0), List.of(1, 2)),
                            new Union.Case("c", 3, new DataType.Text(0), List.of())));
            all.add(new Structure(
                    "test::Hostile" + each,
                    each,
                    null,
                    List.of(
                            new Member("key", 0, new DataType.Text(0), true, false),
                            new Member("key2", 1, Primitive.INT32, true, false),
                            member("bytes", 2, new DataType.Sequence(Primitive.BYTE, 0)),
                            member("points", 3, new DataType.Sequence(point, 0)),
                            member("choice", 4, choice),
                            new Member("maybe", 5, new DataType.Sequence(new DataType.Text(0), 4), false, true),
                            member("grid", 6, new DataType.Array(new DataType.Array(Primitive.BOOLEAN, 2), 3)))));
            all.add(new Structure(
                    "test::Plain" + each,
                    each,
                    null,
                    List.of(
                            member("bytes", 0, new DataType.Sequence(Primitive.BYTE, 0)),
                            member("points", 1, new DataType.Sequence(new DataType.Sequence(point, 0), 0)))));
        }
        all.add(Cdr.NOTE);
        return all;
    }

    private static Member member(String name, int id, DataType type) {
        return new Member(name, id, type, false, false);
    }

    /** Returns random bytes after a header that is often correct, with lengths that are small, huge or negative. */
    private static byte[] damaged(Random random) {
        byte[] payload = new byte[4 + random.nextInt(random.nextInt(20) == 0 ? 2000 : 120)];
        if (random.nextInt(4) == 0) {
            random.nextBytes(payload);
        }
        for (int i = 4; i + 4 <= payload.length; i += 4) {
            int value = switch (random.nextInt(8)) {
                case 0 -> -1;
                case 1 -> Integer.MAX_VALUE;
                case 2 -> 1 << random.nextInt(32);
                case 3 -> random.nextInt();
                default -> random.nextInt(6);
            };
            for (int b = 0; b < 4; b++) {
                payload[i + b] = (byte) (value >>> 8 * b);
            }
        }
        if (random.nextInt(10) > 0) {
            payload[0] = 0;
            payload[1] = (byte) random.nextInt(12);
            payload[2] = 0;
            payload[3] = (byte) random.nextInt(4);
        }
        return payload;
    }

    private static void takeAll(Reader reader, AtomicLong received) {
        while (reader.take(
                        (payload, offset, length, _) -> {
                            received.addAndGet(Arrays.hashCode(Loopback.copy(payload, offset, length)) == 0 ? 2 : 1);
                        },
                        100)
                > 0) {}
    }

    /** Writes damaged samples. */
    static final class OwnWriter {
        private OwnWriter() {}

        public static void main(String[] arguments) {
            Random random = new Random(5);
            try (Participant participant = Loopback.join(Loopback.domain())) {
                AtomicLong received = new AtomicLong();
                for (Structure type : types()) {
                    Topic topic = participant.topic(Loopback.topic(), type, Qos.DEFAULT);
                    Writer writer = participant.writer(topic, Qos.DEFAULT);
                    Reader reader = participant.reader(topic, Qos.DEFAULT, 1 << 20);
                    for (int i = 0; i < 20_000; i++) {
                        byte[] payload = damaged(random);
                        try {
                            switch (i % 10) {
                                case 0 -> writer.dispose(payload, 0, payload.length);
                                case 1 -> writer.unregister(payload, 0, payload.length);
                                default -> writer.write(payload, 0, payload.length);
                            }
                        } catch (DdsException e) {
                            if (e.kind() != DdsException.Kind.MALFORMED) {
                                throw e;
                            }
                        }
                        takeAll(reader, received);
                    }
                }
                if (received.get() == 0) {
                    throw new AssertionError("no sample was a value by chance");
                }
            }
            System.out.println("survived");
        }
    }

    /** Sends damaged samples in the name of writers of another process that the readers know. */
    static final class Network {
        private static final int INDEX = 7;
        private static final Qos QOS =
                Qos.builder().reliability(Qos.Reliability.BEST_EFFORT).keepAll().build();

        private Network() {}

        public static void main(String[] arguments) throws Exception {
            int domain = Loopback.domain();
            String suffix = Loopback.topic();
            Process peer = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Peer.class.getName(),
                            String.valueOf(domain),
                            suffix)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (Participant participant = CycloneEngine.load().open(domain, Loopback.configuration("" + INDEX));
                    BufferedReader guids = peer.inputReader();
                    DatagramSocket socket = new DatagramSocket()) {
                List<Structure> types = types();
                for (int i = 0; i < types.size(); i++) {
                    Topic topic = participant.topic(suffix + i, types.get(i), QOS);
                    Reader reader = participant.reader(topic, QOS, 1 << 20);
                    byte[] guid = HexFormat.of().parseHex(guids.readLine());
                    Polling.until("the reader matches", () -> reader.matched() == 1);
                    attack(socket, RtpsPacket.port(domain, INDEX), reader, guid);
                    if (types.get(i) == Cdr.NOTE) {
                        ask(socket, RtpsPacket.port(domain, INDEX), reader, guid);
                    }
                }
            } finally {
                peer.destroyForcibly();
            }
            System.out.println("survived");
        }

        private static void attack(DatagramSocket socket, int port, Reader reader, byte[] guid) throws IOException {
            Random random = new Random(6);
            AtomicLong received = new AtomicLong();
            for (int i = 1; i <= 4_000; i++) {
                RtpsPacket.send(socket, port, guid, i, i % 7 == 0, damaged(random));
                takeAll(reader, received);
            }
        }

        /** Sends a sample of {@link Cdr#NOTE} until one arrives: datagrams before it may have filled the buffer. */
        private static void ask(DatagramSocket socket, int port, Reader reader, byte[] guid) {
            AtomicLong received = new AtomicLong();
            AtomicLong number = new AtomicLong(10_000);
            Polling.until("an undamaged sample arrives", () -> {
                try {
                    RtpsPacket.send(socket, port, guid, number.incrementAndGet(), false, Cdr.note(1, 1));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                takeAll(reader, received);
                return received.get() > 0;
            });
        }
    }

    /** Has the writers, and prints their GUIDs. */
    static final class Peer {
        private Peer() {}

        public static void main(String[] arguments) throws IOException {
            Participant participant = Loopback.join(Integer.parseInt(arguments[0]));
            List<Structure> types = types();
            for (int i = 0; i < types.size(); i++) {
                Topic topic = participant.topic(arguments[1] + i, types.get(i), Network.QOS);
                System.out.println(HexFormat.of()
                        .formatHex(participant.writer(topic, Network.QOS).guid()));
            }
            System.in.read();
        }
    }
}
