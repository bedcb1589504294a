package dev.wherry.testkit;

import dev.wherry.Endpoint;
import dev.wherry.testkit.endpoint.LocalContract;
import java.util.concurrent.atomic.AtomicInteger;

class InProcessCopyTest extends LocalContract {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @Override
    protected String listenAt() {
        return "inprocess://copy" + NAMES.incrementAndGet();
    }

    @Override
    protected String uri(Endpoint at, String name) {
        return super.uri(at, name) + "?copy";
    }
}
