package dev.wherry.tasks;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.mobility.MobilityPolicy;

/** A host that accepts code, and a client that sends it. Closed, the client leaves first, so that the host has nobody to wait for. */
record HostAndClient(Endpoint host, Endpoint client) implements AutoCloseable {
    HostAndClient(MobilityPolicy policy) {
        this(policy, EndpointOptions.defaults());
    }

    HostAndClient(MobilityPolicy policy, EndpointOptions ofClient) {
        this(Hosts.listen(policy), Endpoint.create(ofClient));
    }

    /** The host has none of the classes of the test. */
    HostAndClient(Class<?> test) {
        this(Hosts.without(MobilityPolicy.acceptAnyone(), test));
    }

    /** The host, as the client knows it. */
    Peer peer() {
        return from(client);
    }

    /** The host, as another one knows it. */
    Peer from(Endpoint other) {
        return other.connect(host.address().toString());
    }

    @Override
    public void close() {
        client.close();
        host.close();
    }
}
