package dev.wherry.dds.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Limits;
import dev.wherry.dds.DataSpace;
import dev.wherry.dds.DataTopic;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.TopicOptions;
import dev.wherry.dds.TopicWriter;
import dev.wherry.dds.cdr.CdrCodec;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.topics.Topics.Note;
import dev.wherry.dds.topics.Topics.Recorder;
import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Subscribers, samples and types that are not as they should be, and the ends of subscriptions. */
class SubscriptionRulesTest {
    private final int domain = Services.domain();
    private final String name = Topics.name();
    private DataSpace space;

    @BeforeEach
    void join() {
        space = Topics.join(domain);
    }

    @AfterEach
    void leave() {
        space.close();
    }

    /** The same members as a note, without its rule. */
    record Wire(String text, int number) {}

    @Test
    void dropsSamplesThatAreNotValues() throws Exception {
        Recorder<Note> recorder = new Recorder<>(Long.MAX_VALUE);
        space.topic(name, Note.class).subscribe(recorder);
        JavaType.Members members = (JavaType.Members) new JavaTypes().of(Note.class);
        CdrCodec codec = new CdrCodec((JavaType.Members) new JavaTypes().of(Wire.class));
        try (LogRecorder log = new LogRecorder("dev.wherry.dds");
                Participant hostile =
                        CycloneEngine.load().open(domain, Topics.dds().build().configuration())) {
            Qos qos = Qos.builder()
                    .keepAll()
                    .representations(Representation.XCDR2)
                    .build();
            Writer writer = hostile.writer(hostile.topic(name, members.dataType(), qos), qos);
            Polling.until("the subscription matches", () -> writer.matched() == 1);
            byte[] refused = codec.encode(new Wire("a", 13), Representation.XCDR2);
            write(writer, refused);
            byte[] text = codec.encode(new Wire("xyzzy", 1), Representation.XCDR2);
            int at = new String(text, StandardCharsets.ISO_8859_1).indexOf("xyzzy");
            text[at] = (byte) 0xff;
            write(writer, text);
            write(writer, codec.encode(new Wire("b", 2), Representation.XCDR2));
            assertThat(recorder.await(1)).containsExactly(new Note("b", 2));
            assertThat(recorder.failure()).isNull();
            // Again and again, as an earlier test may have used up the lines of this second.
            Polling.until("it is logged", () -> {
                write(writer, refused);
                return log.texts().anyMatch(each -> each.contains("A sample of the topic '" + name + "' was dropped"));
            });
        }
    }

    private static void write(Writer writer, byte[] payload) {
        writer.write(payload, 0, payload.length);
    }

    @Test
    void dropsSamplesThatAreTooLong() {
        DdsOptions options = Topics.dds().build();
        Limits limits = Limits.builder().messageBytes(1_024).build();
        try (Participant participant = CycloneEngine.load().open(domain, options.configuration());
                TopicSpace strict = new TopicSpace(
                        CycloneEngine.load(), participant, new DomainAddress(domain, ""), options, limits)) {
            Recorder<Note> recorder = new Recorder<>(Long.MAX_VALUE);
            strict.topic(name, Note.class, TopicOptions.defaults()).subscribe(recorder);
            TopicWriter<Note> writer = space.topic(name, Note.class).writer();
            Topics.untilMatched(writer, 1);
            writer.publish(new Note("x".repeat(2_000), 1));
            writer.publish(new Note("y", 2));
            assertThat(recorder.await(1)).containsExactly(new Note("y", 2));
        }
    }

    @Test
    void refusesRequestsOfNoElements() {
        Recorder<Note> recorder = new Recorder<>(0);
        space.topic(name, Note.class).subscribe(recorder);
        recorder.request(0);
        Polling.until("the subscription ends", () -> recorder.failure() != null);
        assertThat(recorder.failure()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void cancelsTheSubscriptionOfASubscriberThatThrows() {
        Recorder<Note> broken = new Recorder<>(Long.MAX_VALUE) {
            @Override
            public synchronized void onNext(Note item) {
                super.onNext(item);
                throw new IllegalStateException("no");
            }
        };
        Recorder<Note> other = new Recorder<>(Long.MAX_VALUE);
        space.topic(name, Note.class).subscribe(broken);
        space.topic(name, Note.class).subscribe(other);
        TopicWriter<Note> writer = space.topic(name, Note.class).writer();
        Topics.untilMatched(writer, 2);
        writer.publish(new Note("a", 1));
        Topics.untilMatched(writer, 1);
        writer.publish(new Note("b", 2));
        other.await(2);
        assertThat(broken.received()).hasSize(1);
    }

    @Test
    void receivesNothingMoreOnceCancelled() {
        Recorder<Note> recorder = new Recorder<>(1);
        space.topic(name, Note.class).subscribe(recorder);
        TopicWriter<Note> writer = space.topic(name, Note.class).writer();
        Topics.untilMatched(writer, 1);
        recorder.subscription.cancel();
        Topics.untilMatched(writer, 0);
        writer.publish(new Note("a", 1));
        assertThat(recorder.received()).isEmpty();
        assertThat(recorder.isComplete()).isFalse();
    }

    @Test
    void completesSubscriptionsWhenTheSpaceIsClosed() {
        DataTopic<Note> topic = space.topic(name, Note.class);
        Recorder<Note> recorder = new Recorder<>(0);
        topic.subscribe(recorder);
        TopicWriter<Note> writer = topic.writer();
        space.close();
        Polling.until("the subscription completes", recorder::isComplete);
        Recorder<Note> late = new Recorder<>(0);
        topic.subscribe(late);
        Polling.until("the late one fails", () -> late.failure() != null || late.isComplete());
        assertThatThrownBy(() -> writer.publish(new Note("a", 1)))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.UNAVAILABLE));
        assertThatThrownBy(topic::writer).isInstanceOf(CallException.class);
    }

    @Test
    void refusesValuesThatCannotBeSent() {
        TopicWriter<Note> writer = space.topic(name, Note.class).writer();
        assertThatThrownBy(() -> writer.publish(new Note(null, 1)))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.CODEC));
        assertThatThrownBy(() -> writer.publish(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void refusesTypesThatAreNotSamples() {
        for (Class<?> each : List.of(String.class, List.class, Runnable.class, Optional.class, Thread.State.class)) {
            assertThatThrownBy(() -> space.topic(name, each))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("topic");
        }
        assertThatThrownBy(() -> DataSpace.join("dds://231", Topics.dds().build()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> space.topic("", Note.class)).isInstanceOf(IllegalArgumentException.class);
    }
}
