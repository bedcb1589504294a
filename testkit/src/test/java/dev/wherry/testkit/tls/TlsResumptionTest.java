package dev.wherry.testkit.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.faults.FaultyRelay;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions under TLS whose links break, and which go on with others. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsResumptionTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Endpoint server = endpoints.watch(Endpoint.listen("tls://127.0.0.1:0", options(8)));

    public interface Echo {
        CompletableFuture<byte[]> later(int number, byte[] bytes);

        int number(int number);
    }

    static final class Echoing implements Echo {
        @Override
        public CompletableFuture<byte[]> later(int number, byte[] bytes) {
            return CompletableFuture.completedFuture(bytes);
        }

        @Override
        public int number(int number) {
            return number;
        }
    }

    private static EndpointOptions options(int lanes) {
        return EndpointOptions.builder()
                .with(TestCertificates.both())
                .lanes(lanes)
                .build();
    }

    private static String tls(FaultyRelay relay) {
        return "tls" + relay.address().toString().substring("tcp".length());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void loseNoCallWhenLinksBreak(boolean reset) throws Exception {
        server.bind("echo", Echo.class, new Echoing());
        try (FaultyRelay relay =
                new FaultyRelay(URI.create("tcp://127.0.0.1:" + server.address().getPort()), 42)) {
            Endpoint client = endpoints.watch(Endpoint.create(options(4)));
            Echo echo = client.lookup(tls(relay) + "/echo", Echo.class);
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                for (int i = 0; i < 20; i++) {
                    byte[] bytes = new byte[i * 5_000];
                    Arrays.fill(bytes, (byte) i);
                    answers.add(echo.later(i, bytes));
                    assertThat(echo.number(i)).isEqualTo(i);
                }
                if (reset) {
                    relay.reset();
                } else {
                    relay.cut();
                }
            }
            for (int i = 0; i < answers.size(); i++) {
                byte[] expected = new byte[i % 20 * 5_000];
                Arrays.fill(expected, (byte) (i % 20));
                assertThat(answers.get(i).get()).isEqualTo(expected);
            }
        }
    }

    @Test
    void goOnAfterTheServerIsOutOfReach() throws Exception {
        server.bind("echo", Echo.class, new Echoing());
        try (FaultyRelay relay =
                new FaultyRelay(URI.create("tcp://127.0.0.1:" + server.address().getPort()), 42)) {
            Endpoint client = endpoints.watch(Endpoint.create(options(0)));
            Echo echo = client.lookup(tls(relay) + "/echo", Echo.class);
            relay.cut();
            assertThat(echo.number(7)).isEqualTo(7);
        }
    }
}
