package dev.wherry.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.cyclone.Loopback.Received;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleInfo.InstanceState;
import dev.wherry.dds.engine.SampleSink;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.Polling;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private static final Qos QOS =
            Qos.builder().keepAll().maxBlocking(Duration.ofSeconds(60)).build();

    private Participant participant;
    private Topic topic;

    @BeforeEach
    void join() {
        participant = Loopback.join(Loopback.domain());
        topic = participant.topic(Loopback.topic(), Cdr.NOTE, QOS);
    }

    @AfterEach
    void leave() {
        if (participant != null) {
            participant.close();
        }
    }

    @Test
    void carriesASampleAndItsState() {
        Writer writer = participant.writer(topic, QOS);
        Reader reader = participant.reader(topic, QOS, Loopback.LONGEST);
        Loopback.untilMatched(writer, 1, reader, 1);
        Instant before = Instant.now();
        Loopback.write(writer, Cdr.note(7, 1, (byte) 42));
        Received got = Loopback.take(reader, 1).getFirst();
        assertThat(got.payload()).isEqualTo(Cdr.note(7, 1, (byte) 42));
        assertThat(got.info().valid()).isTrue();
        assertThat(got.info().state()).isEqualTo(InstanceState.ALIVE);
        assertThat(Instant.ofEpochSecond(0, got.info().sourceNanos())).isBetween(before.minusSeconds(1), Instant.now());
        assertThat(got.info().publication()).isNotZero();
        assertThat(writer.guid()).hasSize(16).isNotEqualTo(reader.guid());
        assertThat(writer.representation()).isEqualTo(Representation.XCDR1);
    }

    @Test
    void carriesSamplesOfAllSizes() {
        Writer writer = participant.writer(topic, QOS);
        Reader reader = participant.reader(topic, QOS, Loopback.LONGEST);
        Loopback.untilMatched(writer, 1, reader, 1);
        Random random = new Random(1);
        for (int size : new int[] {0, 1, 2, 3, 4, 1000, 4095, 4096, 70_000, 1 << 20, 5_000_001, 3}) {
            byte[] data = new byte[size];
            random.nextBytes(data);
            Loopback.write(writer, Cdr.note(1, size, data));
            byte[] got = Loopback.take(reader, 1).getFirst().payload();
            assertThat(got).isEqualTo(Cdr.note(1, size, data));
        }
    }

    @Test
    void turnsBytesOfTheOtherOrderIntoThoseOfThisMachine() {
        Writer writer = participant.writer(topic, QOS);
        Reader reader = participant.reader(topic, QOS, Loopback.LONGEST);
        Loopback.untilMatched(writer, 1, reader, 1);
        byte[] bigEndian =
                ByteBuffer.allocate(16).putInt(0).putInt(9).putInt(3).putInt(0).array();
        Loopback.write(writer, bigEndian);
        assertThat(Loopback.take(reader, 1).getFirst().payload()).isEqualTo(Cdr.note(9, 3));
    }

    @Test
    void reportsTheEndOfAnInstanceWithItsKey() {
        Qos keeps = QOS.toBuilder().autoDispose(false).build();
        Writer writer = participant.writer(topic, keeps);
        Reader reader = participant.reader(topic, QOS, Loopback.LONGEST);
        Loopback.untilMatched(writer, 1, reader, 1);
        Loopback.write(writer, Cdr.note(1, 1));
        Loopback.write(writer, Cdr.note(2, 1));
        List<Received> values = Loopback.take(reader, 2);
        byte[] first = Cdr.key(Cdr.XCDR1, 1);
        writer.dispose(first, 0, first.length);
        Received disposed = Loopback.take(reader, 1).getFirst();
        assertThat(disposed.info().valid()).isFalse();
        assertThat(disposed.info().state()).isEqualTo(InstanceState.DISPOSED);
        assertThat(disposed.info().instance())
                .isEqualTo(values.getFirst().info().instance());
        assertThat(Cdr.id(disposed.payload())).isEqualTo(1);
        byte[] second = Cdr.key(Cdr.XCDR1, 2);
        writer.unregister(second, 0, second.length);
        Received left = Loopback.take(reader, 1).getFirst();
        assertThat(left.info().state()).isEqualTo(InstanceState.NO_WRITERS);
        assertThat(Cdr.id(left.payload())).isEqualTo(2);
    }

    @Test
    void refusesSamplesThatAreLongerThanTheReaderAllows() {
        Writer writer = participant.writer(topic, QOS);
        Reader reader = participant.reader(topic, QOS, 64);
        Loopback.untilMatched(writer, 1, reader, 1);
        Loopback.write(writer, Cdr.note(1, 1, new byte[64]));
        AtomicLong refused = new AtomicLong();
        Polling.until(
                "a sample arrives",
                () -> reader.take(
                                new SampleSink() {
                                    @Override
                                    public void sample(byte[] payload, int offset, int length, SampleInfo info) {
                                        throw new AssertionError("handed a sample of " + length + " bytes");
                                    }

                                    @Override
                                    public void refused(long length, SampleInfo info) {
                                        refused.set(length);
                                    }
                                },
                                1)
                        == 1);
        assertThat(refused).hasValue(80);
        Loopback.write(writer, Cdr.note(1, 2));
        assertThat(Cdr.version(Loopback.take(reader, 1).getFirst().payload())).isEqualTo(2);
    }

    @Test
    void refusesPayloadsThatAreNoValueOfTheType() {
        Writer writer = participant.writer(topic, QOS);
        byte[] whole = Cdr.note(1, 1, new byte[8]);
        for (int length = 0; length < whole.length; length++) {
            int cut = length;
            assertThatThrownBy(() -> writer.write(whole, 0, cut))
                    .isInstanceOfSatisfying(
                            DdsException.class, e -> assertThat(e.kind()).isEqualTo(DdsException.Kind.MALFORMED));
        }
        assertThatThrownBy(() -> writer.write(whole, 1, whole.length)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void handsOnSamplesToASinkThatFails() {
        Writer writer = participant.writer(topic, QOS);
        Reader reader = participant.reader(topic, QOS, Loopback.LONGEST);
        Loopback.untilMatched(writer, 1, reader, 1);
        Loopback.write(writer, Cdr.note(1, 1));
        Loopback.write(writer, Cdr.note(1, 2));
        Polling.until("the sink fails", () -> {
            try {
                reader.take(
                        (_, _, _, _) -> {
                            throw new ArithmeticException("on purpose");
                        },
                        1);
                return false;
            } catch (ArithmeticException e) {
                return true;
            }
        });
        assertThat(Cdr.version(Loopback.take(reader, 1).getFirst().payload())).isEqualTo(2);
        Loopback.write(writer, Cdr.note(1, 3));
        Polling.until(
                "the sink tries to take",
                () -> reader.take(
                                (_, _, _, _) -> assertThatThrownBy(() -> reader.take((_, _, _, _) -> {}, 1))
                                        .isInstanceOf(IllegalStateException.class),
                                1)
                        == 1);
    }

    @Test
    void separatesPartitions() {
        Reader reader =
                participant.reader(topic, QOS.toBuilder().partitions("a", "b").build(), Loopback.LONGEST);
        Writer writer =
                participant.writer(topic, QOS.toBuilder().partitions("b").build());
        Writer other = participant.writer(topic, QOS.toBuilder().partitions("c").build());
        Loopback.untilMatched(writer, 1, reader, 1);
        assertThat(other.matched()).isZero();
    }

    @Test
    void failsWhenAReaderLagsBehindForTooLong() {
        Qos impatient = QOS.toBuilder().maxBlocking(Duration.ofMillis(1)).build();
        Writer writer = participant.writer(topic, impatient);
        Qos few = QOS.toBuilder().limits(new Qos.ResourceLimits(1, 1, 1)).build();
        Reader reader = participant.reader(topic, few, Loopback.LONGEST);
        Loopback.untilMatched(writer, 1, reader, 1);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 3; i++) {
                        Loopback.write(writer, Cdr.note(1, i));
                    }
                })
                .isInstanceOfSatisfying(DdsException.class, e -> {
                    assertThat(e.kind()).isEqualTo(DdsException.Kind.TIMEOUT);
                    assertThat(e.function()).isEqualTo("dds_writecdr");
                    assertThat(e.code()).isNegative();
                    assertThat(e).hasMessageContaining("Sending by the writer of the topic '" + topic.name() + "'");
                });
    }
}
