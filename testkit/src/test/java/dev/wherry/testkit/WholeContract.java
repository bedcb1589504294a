package dev.wherry.testkit;

import dev.wherry.testkit.endpoint.EndpointContract;

/** What {@link SetUpsTest} runs where classes come from elsewhere. */
public class WholeContract extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }
}
