package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Answers;
import dev.wherry.Answers.Answer;
import dev.wherry.Answers.Failure;
import dev.wherry.Answers.Value;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Replication;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@NullMarked
class ToAllTest {
    private final int domain = Services.domain();
    private final String name = Services.name();
    private final List<Endpoint> all = new ArrayList<>();
    private final Semaphore released = new Semaphore(0);

    /** The service. */
    interface Sensor {
        /** Returns the number of the server, or waits if it is the third one and is to be held. */
        int read(boolean hold);

        /** Returns the number of the server, or fails if it is the second one. */
        int check() throws Broken;
    }

    /** An exception that a method declares. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1;

        public Broken(@Nullable String message) {
            super(message);
        }
    }

    private record Numbered(int number, Semaphore released) implements Sensor {
        @Override
        public int read(boolean hold) {
            if (hold && number == 3) {
                released.acquireUninterruptibly(); // so that a server that is closed meanwhile does not answer
                released.release();
            }
            return number;
        }

        @Override
        public int check() throws Broken {
            if (number == 2) {
                throw new Broken("server 2");
            }
            return number;
        }
    }

    private Endpoint endpoint(Replication replication) {
        DdsOptions.Builder dds = Services.dds().replication(replication);
        Endpoint made = Endpoint.create(EndpointOptions.builder()
                .with(dds.build())
                .timeout(Duration.ofSeconds(60))
                .drain(Duration.ZERO)
                .build());
        all.add(made);
        return made;
    }

    /** Starts three servers, and returns a stub that knows all of them. */
    private Sensor three() throws Exception {
        for (int number = 1; number <= 3; number++) {
            Endpoint server = endpoint(Replication.first());
            server.bind(name, Sensor.class, new Numbered(number, released));
            server.listenAt("dds://" + domain);
        }
        Sensor stub = endpoint(Replication.first()).lookup("dds://" + domain + "/" + name, Sensor.class);
        Polling.until(
                "three servers answer",
                () -> values(Calls.toAll(quick(stub), s -> s.read(false))).equals(Set.of(1, 2, 3)));
        return stub;
    }

    /** A server that is not fully found yet replies to nothing. */
    private static Sensor quick(Sensor stub) {
        return Calls.with(stub, CallOptions.ofTimeout(Duration.ofSeconds(2)));
    }

    private static Set<Integer> values(Answers<Integer> answers) {
        return answers.all().join().stream()
                .flatMap(each -> each instanceof Value<Integer> value ? List.of(value.value()).stream() : null)
                .collect(Collectors.toSet());
    }

    private static Code onlyFailure(List<Answer<Integer>> answers) {
        List<Throwable> causes = new ArrayList<>();
        for (Answer<Integer> each : answers) {
            if (each instanceof Failure<Integer> failure) {
                causes.add(failure.cause());
            }
        }
        assertThat(causes).hasSize(1);
        return ((CallException) causes.getFirst()).code();
    }

    @AfterEach
    void close() {
        released.release();
        all.forEach(Endpoint::close);
    }

    @Test
    void returnsTheAnswerOfEachServer() throws Exception {
        Sensor stub = three();
        Answers<Integer> answers = Calls.toAll(stub, s -> s.read(false));
        assertThat(answers.first().get()).isIn(1, 2, 3);
        assertThat(answers.quorum(2).get()).hasSize(2);
        List<Answer<Integer>> received = answers.all().get();
        assertThat(values(answers)).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(received)
                .extracting(Answer::server)
                .doesNotHaveDuplicates()
                .allMatch(each -> each.matches("[0-9a-f]{32}"));
        assertThat(Calls.toAll(stub, s -> s.read(false)).all().get())
                .as("the same servers")
                .containsExactlyInAnyOrderElementsOf(received);
        assertThat(stub.read(false)).as("a call to one server").isIn(1, 2, 3);
    }

    @Test
    void returnsTheFailureOfOneServer() throws Exception {
        Sensor stub = three();
        Answers<Integer> answers = Calls.toAll(stub, s -> {
            try {
                return s.check();
            } catch (Broken e) {
                throw new AssertionError(e);
            }
        });
        assertThat(answers.quorum(2).get()).containsExactlyInAnyOrder(1, 3);
        assertThatThrownBy(() -> answers.quorum(3).get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.UNAVAILABLE))
                .hasMessageContaining("1 of the 3");
        assertThat(answers.all().get())
                .filteredOn(each -> each instanceof Failure<Integer>)
                .singleElement()
                .satisfies(each -> assertThat(((Failure<Integer>) each).cause())
                        .isInstanceOf(Broken.class)
                        .hasMessage("server 2"));
    }

    @Test
    void callsTheServersThatAreLeft() throws Exception {
        Sensor stub = three();
        all.get(1).close();
        Polling.until(
                "two servers answer",
                () -> values(Calls.toAll(quick(stub), s -> s.read(false))).equals(Set.of(1, 3))
                        && Calls.toAll(quick(stub), s -> s.read(false))
                                        .all()
                                        .join()
                                        .size()
                                == 2);
    }

    @Test
    void returnsPartialAnswersAtTheDeadline() throws Exception {
        Sensor stub = three();
        Answers<Integer> answers = Calls.toAll(quick(stub), s -> s.read(true));
        assertThat(answers.quorum(2).get()).containsExactlyInAnyOrder(1, 2);
        assertThat(answers.received()).hasSize(2);
        assertThatThrownBy(() -> answers.quorum(3).get()).hasMessageContaining("1 of the 3");
        assertThat(onlyFailure(answers.all().get())).isEqualTo(Code.DEADLINE_EXCEEDED);
    }

    @Test
    void noticesAServerThatLeavesDuringTheCall() throws Exception {
        Sensor stub = three();
        Answers<Integer> answers = Calls.toAll(stub, s -> s.read(true));
        assertThat(answers.quorum(2).get()).containsExactlyInAnyOrder(1, 2);
        assertThat(answers.all()).isNotDone();
        Polling.until("the third server runs the call", released::hasQueuedThreads);
        all.get(2).close();
        assertThat(onlyFailure(answers.all().get())).isEqualTo(Code.UNKNOWN_OUTCOME);
    }

    @Test
    void endsWithItsStub() throws Exception {
        Sensor stub = three();
        Answers<Integer> answers = Calls.toAll(stub, s -> s.read(true));
        assertThat(answers.quorum(2).get()).hasSize(2);
        Calls.release(stub);
        assertThat(onlyFailure(answers.all().get())).isEqualTo(Code.UNKNOWN_OUTCOME);
    }

    @Test
    void callsTheOnlyServer() throws Exception {
        try (Endpoint server = Services.endpoint();
                Endpoint client = Services.endpoint()) {
            server.bind(name, Sensor.class, new Numbered(1, released));
            server.listenAt("dds://" + domain);
            Sensor stub = client.lookupLazily("dds://" + domain + "/" + name, Sensor.class);
            assertThat(Calls.toAll(stub, s -> s.read(false)).quorum(1).get()).containsExactly(1);
            assertThat(stub.read(true)).isEqualTo(1);
        }
    }

    @Test
    void refusesReplicasOfWhichTheStrongestReplies() {
        Replication exclusive = Replication.exclusive(1);
        Endpoint server = endpoint(exclusive);
        server.bind(name, Sensor.class, new Numbered(1, released));
        server.listenAt("dds://" + domain);
        Sensor stub = endpoint(exclusive).lookup("dds://" + domain + "/" + name, Sensor.class);
        assertThatThrownBy(() -> Calls.toAll(stub, s -> s.read(false)).first().get())
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_CALL))
                .hasMessageContaining("Replication.first()");
    }
}
