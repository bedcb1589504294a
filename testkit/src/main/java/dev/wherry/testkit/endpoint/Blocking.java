package dev.wherry.testkit.endpoint;

import dev.wherry.testkit.Await;
import java.util.concurrent.CountDownLatch;

/** Methods that take until they are let go. */
final class Blocking {
    private Blocking() {}

    /** Waits for the latch; an interrupt, which is how a call is cancelled, is thrown on unchecked. */
    static int until(CountDownLatch latch, int result) {
        try {
            Await.latch(latch);
            return result;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
