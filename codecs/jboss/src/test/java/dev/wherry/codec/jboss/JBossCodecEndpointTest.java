package dev.wherry.codec.jboss;

import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.EndpointContract;

/** Found by the service loader. */
class JBossCodecEndpointTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }

    @Override
    protected EndpointOptions options() {
        return EndpointOptions.builder().codecs("jboss").build();
    }
}
