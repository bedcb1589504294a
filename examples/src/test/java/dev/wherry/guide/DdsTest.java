package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The code of the page on DDS. Skipped where the build could not fetch the C library, but not in CI. */
@Timeout(60)
class DdsTest {
    // @start region=options
    private static final EndpointOptions OPTIONS = EndpointOptions.builder()
            .with(DdsOptions.builder().loopback().lease(Duration.ofSeconds(2)).build())
            .build();
    // @end

    public interface Greeter {
        String greet(String name);
    }

    @BeforeAll
    static void needsTheLibrary() {
        boolean there = DdsOptions.class.getResource("/META-INF/native/linux-x86_64/libddsc.so") != null
                || System.getenv("WHERRY_DDS_LIBRARY") != null;
        assumeTrue(there || "true".equals(System.getenv("CI")), "the C library of DDS is not there");
    }

    @Test
    void servesAndCalls() {
        // @start region=serve
        Endpoint server = Endpoint.create(OPTIONS);
        server.bind("greeter", Greeter.class, name -> "Hello " + name);
        server.listenAt("dds://0");
        // @end
        try (server;
                Endpoint client = Endpoint.create(OPTIONS)) {
            // @start region=client
            Greeter greeter = client.lookup("dds://0/greeter", Greeter.class);
            // @end
            assertThat(greeter.greet("Ada")).isEqualTo("Hello Ada");
        }
    }
}
