package dev.wherry.testkit;

import dev.wherry.testkit.endpoint.EndpointContract;

/** Over lanes; {@link NoLanesEndpointTest} has main alone. */
class TcpEndpointTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }

    @Override
    protected boolean lanesFirst() {
        return true;
    }
}
