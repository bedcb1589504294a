package dev.wherry.codec.jboss;

import dev.wherry.EndpointOptions;
import dev.wherry.testkit.endpoint.EndpointContract;
import org.junit.jupiter.api.Tag;

/** Found by the service loader. */
@Tag("long") // the whole contract of endpoints; that of codecs is in the fast tier
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
