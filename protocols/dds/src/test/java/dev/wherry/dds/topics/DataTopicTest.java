package dev.wherry.dds.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.dds.DataSpace;
import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.Sample;
import dev.wherry.dds.TopicOptions;
import dev.wherry.dds.TopicWriter;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.topics.Topics.Note;
import dev.wherry.dds.topics.Topics.Quote;
import dev.wherry.dds.topics.Topics.Recorder;
import dev.wherry.testsupport.ChildProgram;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two programs of one domain, in one process. */
class DataTopicTest {
    private static final TopicOptions STATE =
            TopicOptions.builder().transientLocal().keepLast(1).build();

    private final int domain = Services.domain();
    private final String name = Topics.name();
    private DataSpace here;
    private DataSpace there;

    @BeforeEach
    void join() {
        here = Topics.join(domain);
        there = Topics.join(domain);
    }

    @AfterEach
    void leave() {
        here.close();
        there.close();
    }

    private static List<Note> notes(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(each -> new Note("n", 100 + each))
                .toList();
    }

    @Test
    void deliversValuesToAllSubscribersInOrder() {
        Recorder<Note> one = new Recorder<>(Long.MAX_VALUE);
        Recorder<Note> other = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Note.class).subscribe(one);
        there.topic(name, Note.class).subscribe(other);
        TopicWriter<Note> writer = there.topic(name, Note.class).writer();
        Topics.untilMatched(writer, 2);
        notes(0, 300).forEach(writer::publish);
        assertThat(one.await(300)).isEqualTo(notes(0, 300));
        assertThat(other.await(300)).isEqualTo(notes(0, 300));
    }

    @Test
    void deliversOnlyWhatIsRequested() {
        Recorder<Note> slow = new Recorder<>(0);
        Recorder<Note> quick = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Note.class).subscribe(slow);
        here.topic(name, Note.class).subscribe(quick);
        TopicWriter<Note> writer = there.topic(name, Note.class).writer();
        Topics.untilMatched(writer, 2);
        notes(0, 20).forEach(writer::publish);
        quick.await(20);
        slow.request(3);
        slow.await(3);
        slow.request(2);
        assertThat(slow.await(5)).isEqualTo(notes(0, 5));
        slow.request(100);
        assertThat(slow.await(20)).isEqualTo(notes(0, 20));
    }

    @Test
    void neitherBlocksOthersNorLosesAnythingBecauseOfASlowSubscriber() {
        int count = 5_000;
        Recorder<Note> slow = new Recorder<>(0);
        Recorder<Note> quick = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Note.class).subscribe(slow);
        here.topic(name, Note.class).subscribe(quick);
        TopicWriter<Note> writer = there.topic(name, Note.class).writer();
        Topics.untilMatched(writer, 2);
        notes(0, count).forEach(writer::publish);
        assertThat(quick.await(count)).hasSize(count);
        assertThat(slow.received()).isEmpty();
        slow.request(count);
        assertThat(slow.await(count)).isEqualTo(notes(0, count));
    }

    @Test
    void endsASubscriptionWhoseBufferIsFull() {
        Recorder<Note> slow = new Recorder<>(0);
        Recorder<Note> quick = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Note.class, TopicOptions.builder().buffer(10).build()).subscribe(slow);
        here.topic(name, Note.class).subscribe(quick);
        TopicWriter<Note> writer = there.topic(name, Note.class).writer();
        Topics.untilMatched(writer, 2);
        notes(0, 11).forEach(writer::publish);
        Polling.until("the slow subscription ends", () -> slow.failure() != null);
        assertThat(slow.failure())
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.REFUSED))
                .hasMessageContaining("too slow");
        Topics.untilMatched(writer, 1);
        notes(11, 20).forEach(writer::publish);
        assertThat(quick.await(20)).isEqualTo(notes(0, 20));
    }

    @Test
    void keepsTheLastValuesOfEachInstanceForASlowSubscriber() {
        TopicOptions last = TopicOptions.builder().keepLast(2).build();
        Recorder<Quote> slow = new Recorder<>(0);
        Recorder<Quote> all = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Quote.class, last).subscribe(slow);
        here.topic(name, Quote.class).subscribe(all);
        TopicWriter<Quote> writer = there.topic(name, Quote.class).writer();
        Topics.untilMatched(writer, 2);
        for (int i = 1; i <= 5; i++) {
            writer.publish(new Quote("a", i));
            writer.publish(new Quote("b", 10 * i));
        }
        all.await(10);
        slow.request(100);
        Polling.until(
                "the last values arrive",
                () -> slow.received().containsAll(List.of(new Quote("a", 5), new Quote("b", 50))));
        for (String symbol : List.of("a", "b")) {
            assertThat(slow.received().stream()
                            .filter(each -> each.symbol().equals(symbol))
                            .map(Quote::price))
                    .isSorted()
                    .hasSizeBetween(1, 5);
        }
    }

    @Test
    void sendsALateSubscriberTheLastValueOfEachInstance() {
        TopicWriter<Quote> writer = there.topic(name, Quote.class, STATE).writer();
        for (int i = 1; i <= 3; i++) {
            writer.publish(new Quote("a", i));
            writer.publish(new Quote("b", 10 * i));
        }
        writer.publish(new Quote("gone", 1));
        writer.dispose(new Quote("gone", 0));
        Recorder<Quote> late = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Quote.class, STATE).subscribe(late);
        assertThat(late.await(2)).containsExactlyInAnyOrder(new Quote("a", 3), new Quote("b", 30));
        writer.publish(new Quote("a", 4));
        assertThat(late.await(3)).endsWith(new Quote("a", 4));
    }

    @Test
    void reportsTheEndsOfInstances() {
        Recorder<Sample<Quote>> recorder = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Quote.class).samples().subscribe(recorder);
        TopicWriter<Quote> writer = there.topic(name, Quote.class).writer();
        Topics.untilMatched(writer, 1);
        writer.publish(new Quote("a", 1));
        writer.publish(new Quote("b", 1));
        writer.dispose(new Quote("a", 99));
        untilSampled(recorder, Sample.State.DISPOSED, "a");
        writer.close();
        untilSampled(recorder, Sample.State.NO_WRITERS, "b");
        assertThat(recorder.received())
                .extracting(Sample::value)
                .contains(new Quote("a", 1), new Quote("b", 1))
                .doesNotContain(new Quote("a", 99));
        assertThatThrownBy(() -> there.topic(name + "n", Note.class).writer().dispose(new Note("a", 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("@Key");
    }

    private static void untilSampled(Recorder<Sample<Quote>> recorder, Sample.State state, String symbol) {
        Polling.until(
                "the instance " + symbol + " is " + state,
                () -> recorder.received().stream()
                        .anyMatch(each -> each.state() == state && each.key().equals(List.of(symbol))));
    }

    @Test
    void publishesWhatAnotherPublisherEmits() {
        Recorder<Note> recorder = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Note.class).subscribe(recorder);
        try (TopicWriter<Note> writer = there.topic(name, Note.class).writer();
                SubmissionPublisher<Note> source = new SubmissionPublisher<>()) {
            Topics.untilMatched(writer, 1);
            source.subscribe(writer);
            notes(0, 1_000).forEach(source::submit);
            assertThat(recorder.await(1_000)).isEqualTo(notes(0, 1_000));
        }
    }

    @Test
    void publishesFromVirtualThreads() throws Exception {
        Recorder<Note> recorder = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Note.class).subscribe(recorder);
        TopicWriter<Note> writer = there.topic(name, Note.class).writer();
        Topics.untilMatched(writer, 1);
        Thread.ofVirtual().start(() -> notes(0, 50).forEach(writer::publish)).join();
        assertThat(recorder.await(50)).isEqualTo(notes(0, 50));
    }

    /** Has policies of its own. */
    @QualityOfService(deadlineMillis = 60_000)
    record Beat(int number) {}

    @Test
    void takesPoliciesFromOptionsAnnotationAndXml() {
        TopicWriter<Quote> volatileOne = there.topic(name, Quote.class).writer();
        here.topic(name, Quote.class, STATE).subscribe(new Recorder<>(1));
        Polling.until("the policy is found", () -> volatileOne.mismatch().equals("durability"));

        String beat = Topics.name();
        here.topic(beat, Beat.class).subscribe(new Recorder<>(1));
        TopicOptions longer =
                TopicOptions.builder().deadline(java.time.Duration.ofMinutes(2)).build();
        TopicWriter<Beat> tooSlow = there.topic(beat, Beat.class, longer).writer();
        Polling.until("the policy is found", () -> tooSlow.mismatch().equals("deadline"));

        String xml = "<dds><qos_library name='topics'><qos_profile name='" + beat + "'><datawriter_qos><reliability>"
                + "<kind>BEST_EFFORT_RELIABILITY_QOS</kind></reliability></datawriter_qos></qos_profile></qos_library></dds>";
        try (DataSpace other =
                DataSpace.join("dds://" + domain, Topics.dds().qos(xml).build())) {
            TopicWriter<Beat> lossy = other.topic(beat, Beat.class).writer();
            Polling.until("the policy is found", () -> lossy.mismatch().equals("reliability"));
        }
    }

    @Test
    void keepsPartitionsApart() {
        try (DataSpace floor =
                DataSpace.join("dds://" + domain + "/floor", Topics.dds().build())) {
            Recorder<Note> everywhere = new Recorder<>(10);
            Recorder<Note> onTheFloor = new Recorder<>(10);
            here.topic(name, Note.class).subscribe(everywhere);
            here.topic(
                            name,
                            Note.class,
                            TopicOptions.builder().partitions("floor").build())
                    .subscribe(onTheFloor);
            TopicWriter<Note> writer = floor.topic(name, Note.class).writer();
            Topics.untilMatched(writer, 1);
            writer.publish(new Note("a", 1));
            onTheFloor.await(1);
            assertThat(everywhere.received()).isEmpty();
        }
    }

    @Test
    void receivesFromAnotherProcess() throws Exception {
        Recorder<Quote> recorder = new Recorder<>(Long.MAX_VALUE);
        here.topic(name, Quote.class).subscribe(recorder);
        CompletableFuture<List<String>> lines = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return ChildProgram.run(
                                "exec \"$0\" \"$@\"", List.of(), Program.class, String.valueOf(domain), name);
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                Thread.ofPlatform()::start);
        assertThat(recorder.await(100))
                .hasSize(100)
                .startsWith(new Quote("a", 0))
                .endsWith(new Quote("a", 99));
        recorder.subscription.cancel(); // the other program waits for that
        assertThat(lines.join()).endsWith("published", "exit 0");
    }

    /** Publishes, and waits until what it has published was received and the subscription of the test is cancelled. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            try (DataSpace space = Topics.join(Integer.parseInt(arguments[0]))) {
                Recorder<Quote> own = new Recorder<>(Long.MAX_VALUE);
                space.topic(arguments[1], Quote.class).subscribe(own);
                TopicWriter<Quote> writer =
                        space.topic(arguments[1], Quote.class).writer();
                Topics.untilMatched(writer, 2);
                for (int i = 0; i < 100; i++) {
                    writer.publish(new Quote("a", i));
                }
                own.await(100);
                Topics.untilMatched(writer, 1);
                System.out.println("published");
            }
        }
    }
}
