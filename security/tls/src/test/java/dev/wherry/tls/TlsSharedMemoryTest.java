package dev.wherry.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testsupport.Polling;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lanes of a session over TLS, between two endpoints of one user. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class TlsSharedMemoryTest {
    @TempDir
    private Path folder;

    interface Sums {
        int addOne(int number);
    }

    @ParameterizedTest
    @CsvSource({"true,true,true", "true,false,false", "false,true,false", "false,false,false"})
    void useSharedMemoryOnlyIfBothEndsSaySo(boolean atServer, boolean atClient, boolean expected) {
        Authority authority = new Authority(folder);
        Tls ofServer = authority.server(tls -> tls.sharedMemory(atServer));
        Tls ofClient = Tls.builder()
                .folder(authority.folder(Authority.named("teller")))
                .sharedMemory(atClient)
                .build();
        assertThat(useMemory(ofServer, ofClient)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"true,true", "false,false"})
    void needNoCertificateOfTheClientForIt(boolean atBoth, boolean expected) {
        Authority authority = new Authority(folder);
        Tls ofServer = authority.server(
                tls -> tls.clientCertificate(Tls.ClientCertificate.NONE).sharedMemory(atBoth));
        Tls ofClient =
                Tls.builder().folder(authority.trustOnly()).sharedMemory(atBoth).build();
        assertThat(useMemory(ofServer, ofClient)).isEqualTo(expected);
    }

    private static boolean useMemory(Tls ofServer, Tls ofClient) {
        try (Endpoint server = Endpoint.listen(
                        "tls://127.0.0.1:0",
                        EndpointOptions.builder().with(ofServer).build());
                Endpoint client = Endpoint.create(
                        EndpointOptions.builder().with(ofClient).lanes(1).build())) {
            server.bind("sums", Sums.class, number -> number + 1);
            Sums sums = client.lookup(server.address() + "/sums", Sums.class);
            Polling.until(
                    "a lane is open",
                    () -> sums.addOne(1) == 2 && client.statistics().lanes() > 0);
            return client.statistics().memoryLanes() > 0;
        }
    }
}
