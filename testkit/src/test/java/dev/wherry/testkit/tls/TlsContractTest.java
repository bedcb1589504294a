package dev.wherry.testkit.tls;

import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.EndpointContract;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Endpoints over TLS, with lanes. */
@Tag("long")
class TlsContractTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tls://127.0.0.1:0";
    }

    @Override
    protected EndpointOptions options() {
        // Encrypting is slow as long as the compiler has not met it, and the large transfers need more than the default
        // then.
        return EndpointOptions.builder()
                .with(TestCertificates.both())
                .timeout(Duration.ofMinutes(3))
                .build();
    }

    @Override
    protected boolean lanesFirst() {
        return true;
    }
}
