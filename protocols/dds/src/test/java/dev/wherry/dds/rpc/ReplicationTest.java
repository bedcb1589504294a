package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Replication;
import dev.wherry.dds.rpc.Replicas.Recorder;
import dev.wherry.dds.rpc.Replicas.Replica;
import dev.wherry.dds.rpc.Replicas.Run;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@NullMarked
class ReplicationTest {
    private static final int CALLS = 200;

    private final int domain = Services.domain();
    private final String name = Services.name();
    private final List<Endpoint> all = new ArrayList<>();
    private long number;

    private Replica serve(int server, Replication replication) {
        Replica replica = new Replica(server);
        Endpoint endpoint = Replicas.endpoint(replication);
        all.add(endpoint);
        endpoint.bind(name, Recorder.class, replica);
        endpoint.listenAt("dds://" + domain);
        return replica;
    }

    private Recorder client(Replication replication) {
        Endpoint endpoint = Replicas.endpoint(replication);
        all.add(endpoint);
        return endpoint.lookup("dds://" + domain + "/" + name, Recorder.class);
    }

    /** Calls until this server has replied. */
    private void untilReplyOf(Recorder stub, int server) {
        Polling.until("it replies", () -> stub.run(number++).server() == server);
    }

    /** Calls until this server has run one. */
    private void untilRunBy(Recorder stub, Replica server) {
        Polling.until("it runs a call", () -> {
            stub.run(number++);
            return !server.runs.isEmpty();
        });
    }

    @AfterEach
    void close() {
        all.forEach(Endpoint::close);
    }

    @Test
    void takesTheFirstReplyOfServersThatAllRunTheCalls() {
        Replica one = serve(1, Replication.first());
        Replica two = serve(2, Replication.first());
        Recorder stub = client(Replication.first());
        untilRunBy(stub, one);
        untilRunBy(stub, two);
        long from = number;
        for (int i = 0; i < CALLS; i++) {
            assertThat(stub.run(number++).times()).isEqualTo(1);
        }
        Polling.until(
                "both have run all",
                () -> LongStream.range(from, number)
                        .allMatch(each -> one.runs.containsKey(each) && two.runs.containsKey(each)));
        for (long each = from; each < number; each++) {
            assertThat(one.runs).containsEntry(each, 1);
            assertThat(two.runs).containsEntry(each, 1);
        }
        all.getFirst().close();
        for (int i = 0; i < CALLS; i++) {
            assertThat(stub.run(number++).server()).isEqualTo(2);
        }
    }

    @Test
    void takesRepliesOfTheStrongestUntilItLeaves() {
        Replica weak = serve(1, Replication.exclusive(1));
        Recorder stub = client(Replication.exclusive(0));
        assertThat(stub.run(number++).server()).isEqualTo(1);
        serve(2, Replication.exclusive(2));
        untilReplyOf(stub, 2);
        for (int i = 0; i < CALLS; i++) {
            assertThat(stub.run(number++)).isEqualTo(new Run(2, 1));
        }
        all.get(2).close();
        for (int i = 0; i < CALLS; i++) {
            assertThat(stub.run(number++)).isEqualTo(new Run(1, 1));
        }
        Polling.until("the weak one has run all", () -> weak.runs.size() == number);
        assertThat(weak.runs.values()).containsOnly(1);
    }

    @Test
    void isNotStalledByAServerThatWasKilled() throws Exception {
        try (ChildJvm killed = Replicas.start(domain, name, 2, Replication.first())) {
            Recorder stub = client(Replication.first());
            untilReplyOf(stub, 2);
            untilRunBy(stub, serve(1, Replication.first()));
            killed.signal("KILL");
            for (int i = 0; i < 5 * CALLS; i++) { // more than the history of a writer has space for
                assertThat(stub.run(number++)).isEqualTo(new Run(1, 1));
            }
        }
    }

    @Test
    void answersTheCallThatLostItsServer() throws Exception {
        Replication second = Replication.exclusive(2).withLease(Duration.ofMillis(100));
        try (ChildJvm killed = Replicas.start(domain, name, 2, second)) {
            Replica weak = serve(1, Replication.exclusive(1));
            Recorder stub = client(Replication.exclusive(0));
            untilReplyOf(stub, 2);
            untilRunBy(stub, weak);
            killed.signal("KILL");
            for (int i = 0; i < CALLS; i++) {
                assertThat(stub.run(number++).times()).isEqualTo(1);
            }
            assertThat(weak.runs.values()).containsOnly(1);
        }
    }

    @Test
    void isReportedIfOneEndAloneHasIt() {
        serve(1, Replication.exclusive(1));
        Endpoint plain = Endpoint.create(Services.options(Services.dds().findTimeout(Duration.ofSeconds(2))));
        all.add(plain);
        assertThatThrownBy(() -> plain.lookup("dds://" + domain + "/" + name, Recorder.class))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                .hasMessageContaining("ownership");
        assertThatThrownBy(() -> Replication.first().withLease(Duration.ofMillis(9)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(DdsOptions.defaults().replication()).isNull();
    }
}
