package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testsupport.LogRecorder;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** Addresses without encryption beyond this host. */
class PlaintextTest {
    private static final EndpointOptions REQUIRED =
            EndpointOptions.builder().requireTls().build();

    @Test
    void areRefusedIfTlsIsRequired() {
        assertThatThrownBy(() -> Endpoint.listen("tcp://0.0.0.0:0", REQUIRED))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("without TLS, which is required")
                .hasMessageContaining("Use tls://");
    }

    @Test
    void areRefusedIfThePropertyRequiresTls() {
        System.setProperty("wherry.requireTls", "true");
        try {
            assertThatThrownBy(() -> Endpoint.listen("tcp://0.0.0.0:0"))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("without TLS, which is required");
        } finally {
            System.clearProperty("wherry.requireTls");
        }
    }

    @Test
    void areAcceptedOnThisHost() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", REQUIRED);
                Endpoint client = Endpoint.create(REQUIRED)) {
            assertThat(client.connect(server.address().toString()).ping()).isPositive();
        }
    }

    @Test
    void areRefusedAtAClient() {
        try (Endpoint client = Endpoint.create(REQUIRED)) {
            assertThatThrownBy(() -> client.connect("tcp://192.0.2.1:5739"))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.REFUSED))
                    .hasMessageContaining("Cannot connect to tcp://192.0.2.1:5739 without TLS, which is required");
        }
    }

    @Test
    void areThoseOfHttpToo() {
        assertThatThrownBy(() -> Plaintext.check("listen at", URI.create("http://0.0.0.0:80"), REQUIRED))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("Cannot listen at http://0.0.0.0:80 without TLS, which is required")
                .hasMessageContaining("https://");
        Plaintext.check("listen at", URI.create("http://127.0.0.1:80"), REQUIRED);
        Plaintext.check("listen at", URI.create("https://0.0.0.0:443"), REQUIRED);
    }

    @Test
    void areWarnedOfOnce() {
        try (LogRecorder log = new LogRecorder("dev.wherry")) {
            for (int i = 0; i < 2; i++) {
                Plaintext.check("listen at", URI.create("tcp://0.0.0.0:4711"), EndpointOptions.defaults());
            }
            assertThat(log.texts())
                    .singleElement()
                    .asString()
                    .contains("tcp://0.0.0.0:4711 without TLS")
                    .contains("Use tls://");
        }
    }
}
