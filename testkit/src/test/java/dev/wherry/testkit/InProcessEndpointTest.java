package dev.wherry.testkit;

import dev.wherry.Endpoint;
import dev.wherry.testkit.endpoint.EndpointContract;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls within a JVM that copy values, over a session like any other. */
class InProcessEndpointTest extends EndpointContract {
    private final AtomicInteger addresses = new AtomicInteger();

    @Override
    protected String listenAt() {
        return "inprocess://endpoint" + addresses.incrementAndGet();
    }

    @Override
    protected String uri(Endpoint at, String name) {
        return at.address() + "/" + name + "?copy";
    }
}
