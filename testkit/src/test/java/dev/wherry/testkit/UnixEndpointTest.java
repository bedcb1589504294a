package dev.wherry.testkit;

import org.junit.jupiter.api.Tag;

/** Over lanes; {@link UnixVirtualThreadEndpointTest} has main alone. */
@Tag("long")
class UnixEndpointTest extends UnixEndpointContract {
    @Override
    protected boolean lanesFirst() {
        return true;
    }
}
