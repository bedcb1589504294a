package dev.wherry.testkit;

import dev.wherry.EndpointOptions;
import org.junit.jupiter.api.Tag;

/** Tests endpoints with lanes. {@link UnixVirtualThreadEndpointTest} uses only the main link. */
@Tag("long")
class UnixEndpointTest extends UnixEndpointContract {
    @Override
    protected EndpointOptions options() {
        return EndpointOptions.builder().sharedMemory(false).build();
    }

    @Override
    protected boolean lanesFirst() {
        return true;
    }
}
