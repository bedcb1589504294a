package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The code of the page on DDS. */
class DdsTest {
    public interface Greeter {
        String greet(String name);
    }

    @Test
    void servesAndCalls() {
        // @start region=options
        EndpointOptions options = EndpointOptions.builder()
                .with(DdsOptions.builder().loopback().lease(Duration.ofSeconds(2)).build())
                .build();
        // @end
        try (Endpoint server = Endpoint.create(options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("greeter", Greeter.class, name -> "Hello " + name);
            server.listenAt("dds://" + DOMAIN);
            Greeter greeter = client.lookup("dds://" + DOMAIN + "/greeter", Greeter.class);
            assertThat(greeter.greet("Ada")).isEqualTo("Hello Ada");
        }
    }
}
