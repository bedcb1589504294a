package dev.wherry.testkit;

import dev.wherry.EndpointOptions;
import org.junit.jupiter.api.Tag;

/** Over lanes; {@link UnixVirtualThreadEndpointTest} has main alone. */
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
