package dev.wherry.testkit;

import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.EndpointContract;

/**
 * Tests endpoints with lanes over sockets. {@link NoLanesEndpointTest} uses only the main link, {@link
 * MemoryLanesEndpointTest} memory.
 */
class TcpEndpointTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }

    @Override
    protected EndpointOptions options() {
        return EndpointOptions.builder().sharedMemory(false).build();
    }

    @Override
    protected boolean lanesFirst() {
        return true;
    }
}
