package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import org.junit.jupiter.api.Test;

/** The code of the page on WebSockets. */
class WebSocketTest {
    public interface Greeter {
        String greet(String name);
    }

    @Test
    void servesAndCalls() {
        // @start region=serve
        Endpoint server = Endpoint.listen("ws://127.0.0.1:0");
        server.bind("greeter", Greeter.class, name -> "Hello " + name);
        // @end
        try (server;
                Endpoint client = Endpoint.create()) {
            // @start region=client
            Greeter greeter = client.lookup(server.address() + "/greeter", Greeter.class);
            // @end
            assertThat(greeter.greet("Ada")).isEqualTo("Hello Ada");
        }
    }
}
