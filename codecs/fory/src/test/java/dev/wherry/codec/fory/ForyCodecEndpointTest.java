package dev.wherry.codec.fory;

import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.EndpointContract;

/** Found by the service loader. */
class ForyCodecEndpointTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }

    @Override
    protected EndpointOptions options() {
        return EndpointOptions.builder().codecs("fory").build();
    }
}
