package acme.shop;

import dev.wherry.testkit.endpoint.EssentialContract;

/** The contract, whose types are in the testkit's module. */
public class ModularEssentialTest extends EssentialContract {
    @Override
    protected String listenAt() {
        return "tcp://127.0.0.1:0";
    }
}
