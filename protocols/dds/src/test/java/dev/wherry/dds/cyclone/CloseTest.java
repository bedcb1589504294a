package dev.wherry.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DdsException.Kind;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.WaitSet;
import dev.wherry.dds.engine.Writer;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CloseTest {
    private static final byte[] NOTE = Cdr.note(1, 1);
    private static final Qos QOS =
            Qos.builder().keepAll().maxBlocking(Qos.FOREVER).build();

    @Test
    void closesItsPartsInAnyOrderAndTwice() throws Exception {
        int domain = Loopback.domain();
        for (int seed = 0; seed < 20; seed++) {
            Participant participant = Loopback.join(domain);
            Topic topic = participant.topic(Loopback.topic(), Cdr.NOTE, QOS);
            Writer writer = participant.writer(topic, QOS);
            Reader reader = participant.reader(topic, QOS, Loopback.LONGEST);
            WaitSet waitSet = participant.waitSet();
            waitSet.attach(reader);
            Loopback.write(writer, NOTE);
            List<AutoCloseable> parts = new ArrayList<>(List.of(participant, topic, writer, reader, waitSet));
            Collections.shuffle(parts, new Random(seed));
            for (AutoCloseable each : parts) {
                each.close();
                each.close();
            }
        }
    }

    @Test
    void refusesToUseWhatIsClosed() {
        Participant participant = Loopback.join(Loopback.domain());
        Topic topic = participant.topic(Loopback.topic(), Cdr.NOTE, QOS);
        Writer writer = participant.writer(topic, QOS);
        Reader reader = participant.reader(topic, QOS, Loopback.LONGEST);
        participant.close();
        byte[] key = Cdr.key(Cdr.XCDR1, 1);
        for (ThrowingCallable each : List.<ThrowingCallable>of(
                () -> Loopback.write(writer, NOTE),
                () -> writer.dispose(key, 0, key.length),
                writer::guid,
                writer::matched,
                () -> reader.take((_, _, _, _) -> {}, 1),
                reader::matched,
                participant::guid,
                participant::waitSet,
                () -> participant.topic("other", Cdr.NOTE, QOS))) {
            assertThatThrownBy(each)
                    .isInstanceOfSatisfying(
                            DdsException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED))
                    .hasMessageEndingWith("is closed");
        }
        assertThatThrownBy(() -> participant.writer(topic, QOS)).isInstanceOf(DdsException.class);
    }

    @Test
    void keepsTheTopicOfAnEndpointThatIsOpen() {
        try (Participant participant = Loopback.join(Loopback.domain())) {
            Topic topic = participant.topic(Loopback.topic(), Cdr.NOTE, QOS);
            Writer writer = participant.writer(topic, QOS);
            Reader reader = participant.reader(topic, QOS, Loopback.LONGEST);
            topic.close();
            Loopback.untilMatched(writer, 1, reader, 1);
            Loopback.write(writer, NOTE);
            assertThat(Loopback.take(reader, 1)).hasSize(1);
            assertThatThrownBy(() -> participant.writer(topic, QOS))
                    .isInstanceOf(DdsException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void waitsForAWriteThatIsBlocked() {
        try (Participant participant = Loopback.join(Loopback.domain());
                Participant other = Loopback.join(participant.domain())) {
            Topic topic = participant.topic(Loopback.topic(), Cdr.NOTE, QOS);
            Writer writer = participant.writer(
                    topic, QOS.toBuilder().maxBlocking(Duration.ofMillis(100)).build());
            Qos few = QOS.toBuilder().limits(new Qos.ResourceLimits(1, 1, 1)).build();
            Reader reader = other.reader(other.topic(topic.name(), Cdr.NOTE, QOS), few, Loopback.LONGEST);
            Loopback.untilMatched(writer, 1, reader, 1);
            AtomicInteger written = new AtomicInteger();
            CompletableFuture<Throwable> ended = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            while (true) {
                                Loopback.write(writer, Cdr.note(1, 1, new byte[60_000]));
                                written.incrementAndGet();
                            }
                        } catch (DdsException e) {
                            return e;
                        }
                    },
                    Thread.ofPlatform()::start);
            Polling.until("a sample is written", () -> written.get() > 0);
            writer.close();
            assertThat(ended.join()).isInstanceOf(DdsException.class);
        }
    }

    @Test
    void closesWhileOtherThreadsUseIt() {
        int domain = Loopback.domain();
        for (int round = 0; round < 20; round++) {
            Participant participant = Loopback.join(domain);
            Topic topic = participant.topic(Loopback.topic(), Cdr.NOTE, Qos.DEFAULT);
            Writer writer = participant.writer(topic, Qos.DEFAULT);
            Reader reader = participant.reader(topic, Qos.DEFAULT, Loopback.LONGEST);
            WaitSet waitSet = participant.waitSet();
            waitSet.attach(reader);
            AtomicInteger taken = new AtomicInteger();
            List<CompletableFuture<Void>> threads = List.of(
                    untilClosed(() -> Loopback.write(writer, NOTE)),
                    untilClosed(() -> Loopback.write(writer, NOTE)),
                    untilClosed(() -> {
                        if (!waitSet.await(
                                Long.MAX_VALUE, each -> each.take((_, _, _, _) -> taken.incrementAndGet(), 10))) {
                            throw new DdsException(Kind.CLOSED, "the wait set");
                        }
                    }),
                    untilClosed(() -> participant.writer(topic, Qos.DEFAULT).matched()));
            Polling.until("samples flow", () -> taken.get() > 0);
            participant.close();
            threads.forEach(CompletableFuture::join);
        }
    }

    private static CompletableFuture<Void> untilClosed(Runnable action) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        while (true) {
                            action.run();
                        }
                    } catch (DdsException e) {
                        assertThat(e.kind()).as(e.getMessage()).isIn(Kind.CLOSED, Kind.REFUSED);
                    }
                },
                Thread.ofPlatform()::start);
    }

    @Test
    void letsASinkCloseEverything() {
        Participant participant = Loopback.join(Loopback.domain());
        Topic topic = participant.topic(Loopback.topic(), Cdr.NOTE, QOS);
        Writer writer = participant.writer(topic, QOS);
        Reader reader = participant.reader(topic, QOS, Loopback.LONGEST);
        Loopback.untilMatched(writer, 1, reader, 1);
        Loopback.write(writer, NOTE);
        Loopback.write(writer, NOTE);
        Polling.until("the sink is called", () -> reader.take((_, _, _, _) -> participant.close(), 10) == 1);
    }

    @Test
    void sharesTheConfigurationOfADomainUntilTheLastParticipantLeaves() {
        CycloneEngine engine = Loopback.engine();
        int domain = Loopback.domain();
        Participant first = engine.open(domain, Loopback.configuration());
        Participant second = engine.open(domain, Loopback.configuration());
        assertThat(second.guid()).hasSize(16).isNotEqualTo(first.guid());
        first.close();
        assertThatThrownBy(() -> engine.open(domain, ""))
                .isInstanceOfSatisfying(
                        DdsException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
                .hasMessageContaining("another configuration");
        second.close();
        engine.open(domain, Loopback.configuration().replace(">30<", ">20<")).close();
    }

    @Test
    void refusesDomainsAndConfigurationsThatDoNotExist() {
        CycloneEngine engine = Loopback.engine();
        for (int domain : new int[] {-1, 231, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> engine.open(domain, Loopback.configuration()))
                    .isInstanceOf(DdsException.class)
                    .hasMessageContaining("is not between 0 and 230");
        }
        int domain = Loopback.domain();
        for (String each : List.of("<", "<CycloneDDS><Nonsense/></CycloneDDS>", "x\0")) {
            assertThatThrownBy(() -> engine.open(domain, each)).isInstanceOf(DdsException.class);
        }
        engine.open(domain, Loopback.configuration()).close();
    }
}
