package dev.wherry.guide.extend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls with the codec and the transport that the guide shows. */
@Timeout(60)
class ExtendTest {
    public interface Echo {
        List<String> echo(List<String> lines);
    }

    @Test
    void callsWithBoth() {
        EndpointOptions options = EndpointOptions.builder().codecs("deflate").build();
        try (Endpoint server = Endpoint.listen("socket://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("echo", Echo.class, lines -> lines);
            Echo echo = client.lookup(server.address() + "/echo", Echo.class);

            assertThat(echo.echo(List.of("short"))).containsExactly("short");
            List<String> large = Collections.nCopies(10_000, "a line of many");
            assertThat(echo.echo(large)).isEqualTo(large);
        }
    }
}
