package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestingLinksTest {
    private static final int CLIENTS = 100;

    @Test
    void costNoPlatformThreadWithinTheJvm() {
        List<EndpointEngine> engines = new ArrayList<>();
        try {
            EndpointEngine server = new EndpointEngine(EndpointOptions.defaults());
            engines.add(server);
            server.listeners().open("inprocess://resting");
            server.bind("rough", Rough.class, new Rough.Served());
            for (int i = 0; i < CLIENTS; i++) {
                EndpointEngine client = new EndpointEngine(EndpointOptions.defaults());
                engines.add(client);
                Rough stub = client.connections().lookup("inprocess://resting/rough?copy", Rough.class);
                assertThat(stub.add(1, 2)).isEqualTo(3);
            }
            assertThat(server.statistics().sessions()).isEqualTo(CLIENTS);
            Pair.until(
                    "only the sessions are left of "
                            + Thread.getAllStackTraces().keySet(),
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .map(Thread::getName)
                            .noneMatch(name -> List.of("wherry-reader", "wherry-writer", "wherry-lane")
                                    .contains(name)));
        } finally {
            engines.reversed().forEach(engine -> engine.close(Duration.ZERO));
        }
    }
}
