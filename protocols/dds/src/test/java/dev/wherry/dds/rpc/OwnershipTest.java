package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.QualityOfService.Ownership;
import dev.wherry.dds.rpc.Replicas.Replica;
import dev.wherry.dds.rpc.Replicas.Run;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers of one name whose replies have one owner by their policies, without replication. */
@NullMarked
class OwnershipTest {
    private static final int CALLS = 50;

    private final int domain = Services.domain();
    private final String name = Services.name();
    private final List<Endpoint> all = new ArrayList<>();
    private long number;

    /** Has the policy for all operations. */
    @QualityOfService(ownership = Ownership.EXCLUSIVE)
    interface Owned {
        Run run(long number);
    }

    /** Has the policy for its only operation. */
    interface OwnedOperation {
        @QualityOfService(ownership = Ownership.EXCLUSIVE)
        Run run(long number);
    }

    @AfterEach
    void close() {
        all.forEach(Endpoint::close);
    }

    private Endpoint endpoint(String topic, String policies) {
        Endpoint endpoint = Endpoint.create(Services.options(Services.dds()
                .qos("<dcps><domain id='" + domain + "'><topic name='" + topic + "'><topic_qos>" + policies
                        + "</topic_qos></topic></domain></dcps>")));
        all.add(endpoint);
        return endpoint;
    }

    private static String strength(int value) {
        return "<ownershipStrengthQosPolicy><value>" + value + "</value></ownershipStrengthQosPolicy>";
    }

    @Test
    void takesRepliesOfTheStrongestOfAnInterface() {
        takesRepliesOfTheStrongest(Owned.class, server -> server::run, stub -> stub::run, name + "_Reply", "");
    }

    @Test
    void takesRepliesOfTheStrongestOfAnOperation() {
        takesRepliesOfTheStrongest(OwnedOperation.class, server -> server::run, stub -> stub::run, "run_reply", "");
    }

    @Test
    void takesRepliesOfTheStrongestByXml() {
        takesRepliesOfTheStrongest(
                Replicas.Recorder.class,
                server -> server,
                stub -> stub,
                "run_reply",
                "<ownershipQosPolicy><ownershipKind>EXCLUSIVE_OWNERSHIP_QOS</ownershipKind></ownershipQosPolicy>");
    }

    /**
     * Calls two servers.
     *
     * @param topic whose policies have the strength
     * @param policies of that topic at both ends
     */
    private <T> void takesRepliesOfTheStrongest(
            Class<T> type,
            Function<Replica, T> served,
            Function<T, Replicas.Recorder> called,
            String topic,
            String policies) {
        Replica weak = new Replica(1);
        Replica strong = new Replica(5);
        Endpoint strongest = endpoint(topic, policies + strength(5));
        strongest.bind(name, type, served.apply(strong));
        strongest.listenAt("dds://" + domain);
        Endpoint other = endpoint(topic, policies + strength(1));
        other.bind(name, type, served.apply(weak));
        other.listenAt("dds://" + domain);
        Endpoint client = endpoint(topic, policies);
        T first = lookup(client, type);
        Polling.until("both are called, and the strongest replies", () -> {
            int server = called.apply(first).run(number++).server();
            return server == 5 && !weak.runs.isEmpty();
        });
        T stub = lookup(client, type);
        Polling.until(
                "the strongest replies", () -> called.apply(stub).run(number++).server() == 5);
        long from = number;
        for (int i = 0; i < CALLS; i++) {
            assertThat(called.apply(stub).run(number++)).isEqualTo(new Run(5, 1));
        }
        Polling.until("both have run all", () -> LongStream.range(from, number).allMatch(weak.runs::containsKey));
        for (long each = from; each < number; each++) {
            assertThat(weak.runs).containsEntry(each, 1);
        }
        strongest.close();
        Replicas.Recorder quick = called.apply(Calls.with(stub, CallOptions.ofTimeout(Duration.ofSeconds(1))));
        Polling.until("the next one replies", () -> {
            try {
                return quick.run(number++).server() == 1;
            } catch (CallException e) { // its reply was dropped, as the strongest one owned them still
                assertThat(e.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
                return false;
            }
        });
    }

    private <T> T lookup(Endpoint client, Class<T> type) {
        return client.lookup("dds://" + domain + "/" + name, type);
    }
}
