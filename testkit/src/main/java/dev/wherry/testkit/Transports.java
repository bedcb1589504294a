package dev.wherry.testkit;

import dev.wherry.spi.Transport;
import java.util.ServiceLoader;

/** Access to the installed transports. */
public final class Transports {
    private Transports() {}

    /** Returns the installed transport of a scheme. */
    public static Transport of(String scheme) {
        for (Transport transport : ServiceLoader.load(Transport.class)) {
            if (transport.scheme().equals(scheme)) {
                return transport;
            }
        }
        throw new IllegalArgumentException("No transport for scheme '" + scheme + "' is installed");
    }
}
