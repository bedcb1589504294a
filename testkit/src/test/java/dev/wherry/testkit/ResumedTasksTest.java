package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.testkit.faults.FaultyRelay;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A workspace whose connection breaks while a task of it runs and calls its client. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ResumedTasksTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @ByReference
    public interface Gate {
        int pass(int number) throws InterruptedException;
    }

    static final class Tally {
        private static int count;

        static synchronized int add(int number) {
            count += number;
            return count;
        }
    }

    @Test
    void goOnAndKeepTheirStatics() throws Exception {
        Endpoint host = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder().with(MobilityPolicy.acceptAnyone()).build()));
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Gate gate = number -> {
            entered.countDown();
            Await.latch(leave);
            return number;
        };
        try (FaultyRelay relay = new FaultyRelay(host.address(), 1);
                Endpoint client = endpoints.watch(Endpoint.create())) {
            Workspace workspace = Workspace.at(client.connect(relay.address().toString()), WorkspaceOptions.own());
            assertThat(workspace.call(() -> Tally.add(1))).isEqualTo(1);
            CompletableFuture<Integer> task = workspace.submit(() -> Tally.add(gate.pass(10)));
            Await.latch(entered);
            relay.cut();
            leave.countDown();
            assertThat(task.get()).isEqualTo(11);
            relay.cut();
            assertThat(workspace.call(() -> Tally.add(100))).isEqualTo(111);
            assertThat(relay.accepted()).isGreaterThanOrEqualTo(3);
        }
    }
}
