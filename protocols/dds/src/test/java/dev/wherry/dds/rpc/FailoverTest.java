package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.dds.Replication;
import dev.wherry.dds.rpc.Replicas.Recorder;
import dev.wherry.dds.rpc.Replicas.Run;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testsupport.Polling;
import dev.wherry.testsupport.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers in processes of their own that are killed while a client calls without a pause. */
@Tag("long")
@NullMarked
class FailoverTest {
    private static final int KILLS = 100;
    private static final Duration LEASE = Duration.ofMillis(200);

    private final int domain = Services.domain();
    private final String name = Services.name();
    private final List<Long> longest = new ArrayList<>();
    private long number;

    /** Calls once, and notes how long it took. Each call is answered, by a server that has run it once. */
    private int call(Recorder stub) {
        long start = System.nanoTime();
        Run run = stub.run(number++);
        assertThat(run.times()).isEqualTo(1);
        longest.set(longest.size() - 1, Math.max(longest.getLast(), System.nanoTime() - start));
        return run.server();
    }

    /** Kills one of two servers again and again and starts another one: the stronger one, or else the older one. */
    private void kill(int kills, Replication replication) throws Exception {
        ChildJvm strongest = Replicas.start(domain, name, 1, replication);
        try (Endpoint client = Replicas.endpoint(replication)) {
            Recorder stub = client.lookup("dds://" + domain + "/" + name, Recorder.class);
            for (int i = 0; i < kills; i++) {
                ChildJvm before = strongest;
                int server = i + 2;
                longest.add(0L);
                strongest = Replicas.start(domain, name, server, replication);
                Polling.until("the new server replies", () -> call(stub) == server);
                longest.set(longest.size() - 1, 0L);
                ChildJvm killed = replication.isExclusive() ? strongest : before;
                killed.signal("KILL");
                int survivor = replication.isExclusive() ? 1 : server;
                for (int calls = 0; calls < 50; calls++) {
                    call(stub);
                }
                Polling.until("the other server replies", () -> call(stub) == survivor);
                killed.close();
                strongest = replication.isExclusive() ? before : strongest;
            }
        } finally {
            strongest.close();
        }
    }

    @Test
    void losesNoCallIfTheOwnerIsKilled() throws Exception {
        kill((int) Share.seeds(0, KILLS).count(), Replication.exclusive(0).withLease(LEASE));
    }

    @Test
    void losesNoCallIfOneOfSeveralIsKilled() throws Exception {
        kill((int) Share.seeds(0, KILLS).count(), Replication.first());
    }

    /** Prints how long the longest call after each kill took, in milliseconds. */
    public static void main(String[] arguments) throws Exception {
        for (Replication each : List.of(Replication.exclusive(0).withLease(LEASE), Replication.first())) {
            FailoverTest test = new FailoverTest();
            test.kill(Integer.parseInt(arguments[0]), each);
            test.longest.sort(null);
            System.out.println(each + ": median "
                    + TimeUnit.NANOSECONDS.toMicros(test.longest.get(test.longest.size() / 2)) / 1000.0
                    + " ms, longest "
                    + TimeUnit.NANOSECONDS.toMicros(test.longest.getLast()) / 1000.0 + " ms of " + test.number
                    + " calls");
        }
    }
}
