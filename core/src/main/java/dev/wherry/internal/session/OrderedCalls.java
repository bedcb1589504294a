package dev.wherry.internal.session;

import static dev.wherry.internal.session.Log.LOG;

import dev.wherry.internal.protocol.Orders;
import java.lang.System.Logger.Level;

/** Runs what has the same order one after another, in the order it came, on one virtual thread while there is any. */
final class OrderedCalls {
    private final Orders<Runnable> orders = new Orders<>();

    void run(long order, Runnable call) {
        if (orders.begin(order, call)) {
            Thread.startVirtualThread(() -> drain(order, call));
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
