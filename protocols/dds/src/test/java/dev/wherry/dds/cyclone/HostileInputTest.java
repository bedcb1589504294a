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
import java.net.DatagramSocket;
import java.util.ArrayList;
import java.util.Arrays;
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
        assertThat(ChildProgram.run("exec \"$0\" \"$@\"", List.of(), OwnWriter.class)).endsWith("survived", "exit 0");
    }

    @Test
    void survivesDamagedSamplesFromTheNetwork() throws Exception {
        assertThat(ChildProgram.run("exec \"$0\" \"$@\"", List.of(), Network.class)).endsWith("survived", "exit 0");
    }

    /** Types with all that has a length, a count or a choice. */
    private static List<Structure> types() {
        List<Structure> all = new ArrayList<>();
        for (Extensibility each : Extensibility.values()) {
            Structure point = new Structure("test::P" + each, each, null, List.of(
                    member("x", 0, Primitive.INT64), member("name", 1, new DataType.Text(0))));
            Union choice = new Union("test::U" + each, each == Extensibility.MUTABLE ? Extensibility.FINAL : each, Primitive.INT32,
                    List.of(
                            new Union.Case("a", 1, Primitive.INT64, List.of(0)),
                            new Union.Case("b", 2, new DataType.Sequence(point, 0), List.of(1, 2)),
                            new Union.Case("c", 3, new DataType.Text(0), List.of())));
            all.add(new Structure("test::Hostile" + each, each, null, List.of(
                    new Member("key", 0, new DataType.Text(0), true, false),
                    new Member("key2", 1, Primitive.INT32, true, false),
                    member("bytes", 2, new DataType.Sequence(Primitive.BYTE, 0)),
                    member("points", 3, new DataType.Sequence(point, 0)),
                    member("choice", 4, choice),
                    new Member("maybe", 5, new DataType.Sequence(new DataType.Text(0), 4), false, true),
                    member("grid", 6, new DataType.Array(new DataType.Array(Primitive.BOOLEAN, 2), 3)))));
            all.add(new Structure("test::Plain" + each, each, null, List.of(
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
        while (reader.take((payload, offset, length, _) -> {
                    received.addAndGet(Arrays.hashCode(Loopback.copy(payload, offset, length)) == 0 ? 2 : 1);
                }, 100) > 0) {}
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

    /** Sends damaged samples in the name of a writer that the reader knows. */
    static final class Network {
        private Network() {}

        public static void main(String[] arguments) throws Exception {
            Random random = new Random(6);
            int domain = Loopback.domain();
            Qos qos = Qos.builder().reliability(Qos.Reliability.BEST_EFFORT).build();
            try (Participant participant = CycloneEngine.load().open(domain, Loopback.configuration("7"));
                    DatagramSocket socket = new DatagramSocket()) {
                for (Structure type : types()) {
                    Topic topic = participant.topic(Loopback.topic(), type, qos);
                    Writer writer = participant.writer(topic, qos);
                    Reader reader = participant.reader(topic, qos, 1 << 20);
                    AtomicLong received = new AtomicLong();
                    byte[] guid = writer.guid();
                    for (int i = 1; i <= 5_000; i++) {
                        RtpsPacket.send(socket, RtpsPacket.port(domain, 7), guid, i, i % 7 == 0, damaged(random));
                        takeAll(reader, received);
                    }
                    System.out.println(type.name() + " " + received);
                }
                Topic topic = participant.topic(Loopback.topic(), Cdr.NOTE, qos);
                Writer writer = participant.writer(topic, qos);
                Reader reader = participant.reader(topic, qos, 1 << 20);
                AtomicLong received = new AtomicLong();
                AtomicLong number = new AtomicLong();
                Polling.until("an undamaged sample arrives", () -> {
                    try {
                        RtpsPacket.send(socket, RtpsPacket.port(domain, 7), writer.guid(), number.incrementAndGet(), false, Cdr.note(1, 1));
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                    takeAll(reader, received);
                    return received.get() > 0;
                });
            }
            System.out.println("survived");
        }
    }
}
