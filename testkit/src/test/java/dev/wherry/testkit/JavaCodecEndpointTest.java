package dev.wherry.testkit;

import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.EndpointContract;

class JavaCodecEndpointTest extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }

    @Override
    protected EndpointOptions options() {
        return EndpointOptions.builder().codecs("java").build();
    }
}
