package dev.wherry.testkit.endpoint;

import dev.wherry.testkit.Await;
import java.util.concurrent.CountDownLatch;

/** Methods that block until a test releases them. */
final class Blocking {
    private Blocking() {}

    /** Waits for the latch and returns the result. If the call is cancelled, the interrupt is rethrown unchecked. */
    static int until(CountDownLatch latch, int result) {
        try {
            Await.latch(latch);
            return result;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
