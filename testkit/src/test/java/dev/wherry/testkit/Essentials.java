package dev.wherry.testkit;

import dev.wherry.testkit.endpoint.EssentialContract;

/** What {@link SetUpsTest} runs where classes come from elsewhere. */
public class Essentials extends EssentialContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }
}
