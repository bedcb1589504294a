package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.faults.FaultyRelay;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Connections that carry nothing any more, and that nobody closes. */
class SilentPeersTest {
    private static final EndpointOptions QUICK = EndpointOptions.builder()
            .heartbeat(Duration.ofMillis(200))
            .resumeWindow(Duration.ofMillis(500))
            .sharedMemory(false)
            .build();

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @ByReference
    public interface Listener {
        void changed(String what);
    }

    public interface Source {
        void watch(Listener listener);

        int add(int a, int b);

        void hang() throws InterruptedException;
    }

    private static final class Watched implements Source {
        private volatile Listener listener;

        @Override
        public void watch(Listener watcher) {
            listener = watcher;
        }

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public void hang() throws InterruptedException {
            Thread.sleep(Duration.ofHours(1)); // until it is interrupted
        }
    }

    private final Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0", QUICK));
    private final Endpoint client = endpoints.watch(Endpoint.create(QUICK));

    @Test
    void areGivenUpByBothSides() throws Exception {
        Watched watched = new Watched();
        server.bind("source", Source.class, watched);
        try (FaultyRelay relay = new FaultyRelay(server.address(), 1)) {
            Source source = client.lookup(relay.address() + "/source", Source.class);
            source.watch(what -> {});
            Running<Object> hanging = Running.start(() -> {
                source.hang();
                return null;
            });
            Await.until("the method to run", () -> server.statistics().callsIn() == 1);
            relay.refuse();
            relay.hold();
            CallException failed = (CallException) hanging.failure();
            assertThat(failed.code()).isEqualTo(Code.UNKNOWN_OUTCOME);
            assertThat(failed).hasMessageContaining("nothing was received");
            Await.until(
                    "the server to release all",
                    () -> server.statistics().sessions() == 0
                            && server.statistics().imports() == 0
                            && server.statistics().callsIn() == 0);
            assertThat(Calls.peer(watched.listener).orElseThrow().isOpen()).isFalse();
            relay.accept();
            assertThat(source.add(1, 2)).as("over a new connection").isEqualTo(3);
        }
    }

    @Test
    void areKeptWhileTheyAnswer() throws Exception {
        server.bind("source", Source.class, new Watched());
        try (FaultyRelay relay = new FaultyRelay(server.address(), 1)) {
            Source source = client.lookup(relay.address() + "/source", Source.class);
            assertThat(source.add(1, 2)).isEqualTo(3);
            long carried = relay.carried();
            Await.until("pings and their answers", () -> relay.carried() - carried > 20 * 14);
            assertThat(relay.accepted()).isEqualTo(1);
            assertThat(source.add(1, 2)).isEqualTo(3);
        }
    }
}
