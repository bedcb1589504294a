package dev.wherry.internal.session;

import static dev.wherry.internal.session.Log.LOG;

import dev.wherry.internal.wire.Orders;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;

/** Runs what has the same order one after another, in the order it came, on one thread while there is any. */
final class OrderedCalls {
    private final Orders<Runnable> orders = new Orders<>();

    /**
     * @param threads starts a thread
     * @throws OutOfMemoryError if there is no thread to be had: this call is not run, nor what another thread brings meanwhile
     */
    void run(long order, Runnable call, Executor threads) {
        if (orders.begin(order, call)) {
            try {
                threads.execute(() -> drain(order, call));
            } catch (OutOfMemoryError e) {
                orders.next(order);
                throw e;
            }
        }
    }

    private void drain(long order, Runnable first) {
        for (Runnable next = first; next != null; next = orders.next(order)) {
            try {
                next.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "An ordered call failed unexpectedly; those behind it go on", e);
            }
        }
    }
}
