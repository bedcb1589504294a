package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.testkit.sample.Watcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lanes are opened when they are used and closed when they are idle. */
class IdleLanesTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @Test
    void closesIdleLanesAndOpensThemAgain() throws Exception {
        Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        server.bind("watcher", Watcher.class, number -> number + 1);
        Endpoint client = endpoints.watch(Endpoint.create());
        Watcher stub = client.lookup(server.address() + "/watcher", Watcher.class);
        for (int round = 0; round < 2; round++) {
            callUntilLanesAreOpen(client, stub, 2);
            Await.until(
                    () -> "lanes to be closed: " + client.statistics() + server.statistics(),
                    () -> client.statistics().lanes() == 0
                            && server.statistics().lanes() == 0);
            assertThat(stub.seen(7)).as("a call afterwards").isEqualTo(8);
            assertThat(client.statistics().sessions()).isEqualTo(1);
        }
    }

    private static void callUntilLanesAreOpen(Endpoint client, Watcher stub, int lanes) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        List<Running<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < 2 * lanes; i++) {
            callers.add(Running.start(() -> {
                int made = 0;
                while (!stop.get()) {
                    assertThat(stub.seen(made)).isEqualTo(made + 1);
                    made++;
                }
                return made;
            }));
        }
        Await.until(
                () -> "lanes: " + client.statistics(), () -> client.statistics().lanes() >= lanes);
        stop.set(true);
        for (Running<Integer> caller : callers) {
            assertThat(caller.get()).isPositive();
        }
    }
}
