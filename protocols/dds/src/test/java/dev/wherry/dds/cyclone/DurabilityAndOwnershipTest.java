package dev.wherry.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.cyclone.Loopback.Received;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo.InstanceState;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.testsupport.Polling;
import java.util.List;
import org.junit.jupiter.api.Test;

class DurabilityAndOwnershipTest {
    @Test
    void givesALateJoinerTheLastStateOfEachKey() {
        Qos state = Qos.builder().durability(Qos.Durability.TRANSIENT_LOCAL).build();
        int domain = Loopback.domain();
        String name = Loopback.topic();
        try (Participant early = Loopback.join(domain);
                Participant late = Loopback.join(domain)) {
            Writer writer = early.writer(early.topic(name, Cdr.NOTE, state), state);
            for (int version = 1; version <= 5; version++) {
                for (int id = 0; id < 3; id++) {
                    Loopback.write(writer, Cdr.note(id, version));
                }
            }
            byte[] gone = Cdr.key(Cdr.XCDR1, 1);
            writer.dispose(gone, 0, gone.length);
            Reader reader = late.reader(late.topic(name, Cdr.NOTE, state), state, Loopback.LONGEST);
            List<Received> got = Loopback.take(reader, 3);
            List<Received> values = got.stream()
                    .filter(each -> each.info().state() == InstanceState.ALIVE)
                    .toList();
            assertThat(values).extracting(each -> Cdr.id(each.payload())).containsExactlyInAnyOrder(0, 2);
            assertThat(values).extracting(each -> Cdr.version(each.payload())).containsOnly(5);
            assertThat(got)
                    .filteredOn(each -> each.info().state() == InstanceState.DISPOSED)
                    .isNotEmpty();
        }
    }

    @Test
    void deliversTheSamplesOfTheStrongestWriterAlone() {
        Qos weak = Qos.builder()
                .ownership(Qos.Ownership.EXCLUSIVE)
                .strength(1)
                .keepAll()
                .build();
        Qos strong = weak.toBuilder().strength(2).build();
        int domain = Loopback.domain();
        String name = Loopback.topic();
        try (Participant first = Loopback.join(domain);
                Participant second = Loopback.join(domain);
                Participant third = Loopback.join(domain)) {
            Writer weakWriter = first.writer(first.topic(name, Cdr.NOTE, weak), weak);
            Topic topic = second.topic(name, Cdr.NOTE, weak);
            Writer strongWriter = second.writer(topic, strong);
            Reader reader = third.reader(third.topic(name, Cdr.NOTE, weak), weak, Loopback.LONGEST);
            Loopback.untilMatched(weakWriter, 1, reader, 2);
            Loopback.untilMatched(strongWriter, 1, reader, 2);
            Loopback.write(strongWriter, Cdr.note(1, 100));
            assertThat(Cdr.version(Loopback.take(reader, 1).getFirst().payload()))
                    .isEqualTo(100);
            Loopback.write(weakWriter, Cdr.note(1, 1));
            Loopback.write(weakWriter, Cdr.note(2, 2)); // no other writer owns this instance
            assertThat(Cdr.version(Loopback.take(reader, 1).getFirst().payload()))
                    .isEqualTo(2);
            strongWriter.close();
            Polling.until("the strong writer has left", () -> reader.matched() == 1);
            Loopback.write(weakWriter, Cdr.note(1, 3));
            List<Received> after = Loopback.take(reader, 1);
            assertThat(after)
                    .filteredOn(each -> each.info().valid())
                    .allSatisfy(each -> assertThat(Cdr.version(each.payload())).isEqualTo(3));
        }
    }

    @Test
    void doesNotMatchPoliciesThatContradictEachOther() {
        Qos exclusive = Qos.builder().ownership(Qos.Ownership.EXCLUSIVE).build();
        try (Participant participant = Loopback.join(Loopback.domain())) {
            Topic topic = participant.topic(Loopback.topic(), Cdr.NOTE, Qos.DEFAULT);
            Writer writer = participant.writer(topic, Qos.DEFAULT);
            Reader other = participant.reader(topic, exclusive, Loopback.LONGEST);
            Reader reader = participant.reader(topic, Qos.DEFAULT, Loopback.LONGEST);
            Loopback.untilMatched(writer, 1, reader, 1);
            assertThat(other.matched()).isZero();
        }
    }
}
