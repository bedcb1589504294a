package dev.wherry.http.websocket;

import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.EndpointContract;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Endpoints over WebSockets, with lanes. */
@Tag("long")
class WebSocketContractTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "ws://127.0.0.1:0";
    }

    @Override
    protected EndpointOptions options() {
        return EndpointOptions.builder().timeout(Duration.ofMinutes(3)).build();
    }

    @Override
    protected boolean lanesFirst() {
        return true;
    }
}
