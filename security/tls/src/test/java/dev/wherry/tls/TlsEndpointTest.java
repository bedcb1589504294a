package dev.wherry.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls over TLS, by lanes and by the main link. */
@Timeout(120)
class TlsEndpointTest {
    @TempDir
    Path folder;

    @ByReference
    public interface Heard {
        String by(String text);
    }

    public interface Echo {
        byte[] echo(byte[] bytes);

        CompletableFuture<String> later(String text);

        String back(Heard heard, String text);
    }

    static final class Echoing implements Echo {
        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }

        @Override
        public CompletableFuture<String> later(String text) {
            return CompletableFuture.supplyAsync(() -> text);
        }

        @Override
        public String back(Heard heard, String text) {
            return heard.by(text);
        }
    }

    private EndpointOptions.Builder with(Tls tls) {
        return EndpointOptions.builder().with(tls);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void carriesCallsCallbacksAndFutures(int lanes) throws Exception {
        Authority authority = new Authority(folder);
        try (Endpoint server = Endpoint.listen(
                        "tls://127.0.0.1:0", with(authority.server()).build());
                Endpoint client = Endpoint.create(
                        with(authority.client("teller")).lanes(lanes).build())) {
            server.bind("echo", Echo.class, new Echoing());
            Echo echo = client.lookup(server.address() + "/echo", Echo.class);
            Random random = new Random(1);
            for (int size : new int[] {0, 1, 1000, 16_383, 16_384, 16_385, 65_536, 1 << 20, 7 << 20}) {
                byte[] bytes = new byte[size];
                random.nextBytes(bytes);
                assertThat(echo.echo(bytes)).isEqualTo(bytes);
            }
            assertThat(echo.back(text -> text + "!", "hello")).isEqualTo("hello!");
            List<CompletableFuture<String>> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                all.add(echo.later("call " + i));
            }
            for (int i = 0; i < 500; i++) {
                assertThat(all.get(i).get()).isEqualTo("call " + i);
            }
        }
    }
}
