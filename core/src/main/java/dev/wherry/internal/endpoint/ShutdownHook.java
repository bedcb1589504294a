package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import java.lang.System.Logger.Level;

/**
 * Ends an endpoint in order when its JVM is stopped, as by SIGTERM, Ctrl-C or {@code System.exit}.
 *
 * @param thread that ends the endpoint; not started
 */
record ShutdownHook(Thread thread) {
    void add() {
        try {
            Runtime.getRuntime().addShutdownHook(thread);
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "An endpoint was created while the JVM shuts down, which does not wait for it", e);
        }
    }

    /** Removes it, since the endpoint has ended. While the JVM shuts down nothing is removed. */
    void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            LOG.log(Level.TRACE, "The JVM shuts down", e);
        }
    }
}
