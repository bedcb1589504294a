package dev.wherry.testkit;

import dev.wherry.testkit.endpoint.EndpointContract;

/** The contract that {@link SetUpsTest} runs with classes from other locations. */
public class WholeContract extends EndpointContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }
}
