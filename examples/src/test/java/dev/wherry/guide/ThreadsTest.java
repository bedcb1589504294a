package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Blocking;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import org.junit.jupiter.api.Test;

/** The threads on which methods run. The guide shows the region. */
class ThreadsTest {
    // @start region=blocking
    public interface Archive {
        @Blocking
        String read(String file);
    }
    // @end

    @Test
    void runsABlockingMethodOnAThreadOfItsOwn() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client =
                        Endpoint.create(EndpointOptions.builder().lanes(0).build())) {
            server.bind(
                    "archive",
                    Archive.class,
                    file -> file + Thread.currentThread().isVirtual());
            Archive archive = client.lookup(server.address() + "/archive", Archive.class);
            for (int i = 0; i < 200; i++) {
                assertThat(archive.read("a ")).isEqualTo("a true");
            }
        }
    }
}
