package dev.wherry.testkit.tls;

import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.EndpointContract;

/** Endpoints over TLS, with lanes. */
class TlsContractTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tls://127.0.0.1:0";
    }

    @Override
    protected EndpointOptions options() {
        return EndpointOptions.builder().with(TestCertificates.both()).build();
    }

    @Override
    protected boolean lanesFirst() {
        return true;
    }
}
