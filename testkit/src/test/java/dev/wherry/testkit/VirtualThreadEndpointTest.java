package dev.wherry.testkit;

import dev.wherry.testkit.endpoint.EndpointContract;
import org.junit.jupiter.api.Tag;

@Tag("long")
class VirtualThreadEndpointTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }

    @Override
    protected boolean onVirtualThreads() {
        return true;
    }
}
