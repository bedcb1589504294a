package dev.wherry.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.WaitSet;
import dev.wherry.dds.engine.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WaitSetTest {
    private static final long FOREVER = Long.MAX_VALUE;

    private Participant participant;
    private Topic topic;
    private WaitSet waitSet;

    @BeforeEach
    void join() {
        participant = Loopback.join(Loopback.domain());
        topic = participant.topic(Loopback.topic(), Cdr.NOTE, Qos.DEFAULT);
        waitSet = participant.waitSet();
    }

    @AfterEach
    void leave() {
        if (participant != null) {
            participant.close();
        }
    }

    private Reader reader() {
        return participant.reader(topic, Qos.DEFAULT, Loopback.LONGEST);
    }

    @Test
    void reportsTheReadersThatHaveSamples() {
        Writer writer = participant.writer(topic, Qos.DEFAULT);
        Reader first = reader();
        Reader idle = participant.reader(
                participant.topic(Loopback.topic(), Cdr.NOTE, Qos.DEFAULT), Qos.DEFAULT, Loopback.LONGEST);
        Reader second = reader();
        for (Reader each : List.of(first, idle, second)) {
            waitSet.attach(each);
        }
        Loopback.untilMatched(writer, 2, first, 1);
        Loopback.write(writer, Cdr.note(1, 1));
        List<Reader> ready = new ArrayList<>();
        while (ready.size() < 2) {
            assertThat(waitSet.await(FOREVER, each -> {
                        ready.add(each);
                        each.take((_, _, _, _) -> {}, 10);
                    }))
                    .isTrue();
        }
        assertThat(ready).containsExactlyInAnyOrder(first, second);
    }

    @Test
    void ignoresReadersThatAreDetachedOrClosed() {
        Writer writer = participant.writer(topic, Qos.DEFAULT);
        Reader detached = reader();
        Reader closed = reader();
        waitSet.attach(detached);
        waitSet.attach(closed);
        Loopback.untilMatched(writer, 2, detached, 1);
        waitSet.detach(detached);
        closed.close();
        Loopback.write(writer, Cdr.note(1, 1));
        waitSet.wakeUp();
        assertThat(waitSet.await(FOREVER, _ -> {
                    throw new AssertionError("reported a reader");
                }))
                .isTrue();
        waitSet.close();
    }

    @Test
    void endsAtItsTimeLimit() {
        assertThat(waitSet.await(1, _ -> {})).isTrue();
        assertThat(waitSet.await(-1, _ -> {})).isTrue();
    }

    @Test
    void endsWhenItIsWokenUpOnce() {
        waitSet.wakeUp();
        waitSet.wakeUp();
        assertThat(waitSet.await(FOREVER, _ -> {})).isTrue();
        CountDownLatch first = new CountDownLatch(1);
        CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(
                () -> {
                    first.countDown();
                    return waitSet.await(FOREVER, _ -> {});
                },
                Thread.ofPlatform()::start);
        while (!other.isDone()) {
            waitSet.wakeUp();
        }
        assertThat(other).isCompletedWithValue(true);
    }

    @Test
    void endsForGoodWhenItIsClosed() {
        CompletableFuture<Void> loop = CompletableFuture.runAsync(
                () -> {
                    while (waitSet.await(FOREVER, _ -> {})) {}
                },
                Thread.ofPlatform()::start);
        waitSet.close();
        loop.join();
        assertThat(waitSet.await(FOREVER, _ -> {})).isFalse();
        waitSet.wakeUp();
        waitSet.close();
        assertThatThrownBy(() -> waitSet.attach(reader()))
                .isInstanceOfSatisfying(
                        DdsException.class, e -> assertThat(e.kind()).isEqualTo(DdsException.Kind.CLOSED));
    }

    @Test
    void endsWhenItsParticipantIsClosed() {
        CompletableFuture<Void> loop = CompletableFuture.runAsync(
                () -> {
                    while (waitSet.await(FOREVER, _ -> {})) {}
                },
                Thread.ofPlatform()::start);
        participant.close();
        loop.join();
    }

    @Test
    void refusesToBlockAVirtualThread() throws InterruptedException {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        waitSet.await(0, _ -> {});
                        thrown.complete(new AssertionError("has waited"));
                    } catch (DdsException e) {
                        thrown.complete(e);
                    }
                })
                .join();
        assertThat(thrown.join())
                .isInstanceOfSatisfying(
                        DdsException.class, e -> assertThat(e.kind()).isEqualTo(DdsException.Kind.WRONG_THREAD));
    }
}
