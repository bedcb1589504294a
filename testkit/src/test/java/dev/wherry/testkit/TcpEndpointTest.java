package dev.wherry.testkit;

import dev.wherry.testkit.endpoint.EndpointContract;

class TcpEndpointTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }
}
