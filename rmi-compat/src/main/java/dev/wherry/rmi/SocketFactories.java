package dev.wherry.rmi;

import java.rmi.server.ExportException;
import org.jspecify.annotations.Nullable;

/** Socket factories of programs. They are never used, since Wherry opens the connections. */
final class SocketFactories {
    private static final String PROPERTY = "wherry.rmi.socketFactories";

    private SocketFactories() {}

    /**
     * Accepts null, which requests no factory. A factory may encrypt, authenticate or restrict connections, so it is
     * ignored only if the user permits that.
     *
     * @throws ExportException if there is a factory, unless the command line has {@code
     *     -Dwherry.rmi.socketFactories=ignore}
     */
    static void requireNone(@Nullable Object... factories) throws ExportException {
        for (Object each : factories) {
            if (each != null && !"ignore".equals(System.getProperty(PROPERTY))) {
                throw new ExportException(
                        "Cannot use the socket factory " + each.getClass().getName()
                                + ": connections are made by Wherry. If nothing is lost without it, such as encryption, start the JVM"
                                + " with -D" + PROPERTY + "=ignore");
            }
        }
    }
}
