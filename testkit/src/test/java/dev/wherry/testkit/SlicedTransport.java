package dev.wherry.testkit;

import dev.wherry.spi.Transport;
import dev.wherry.testkit.faults.Faults;
import dev.wherry.testkit.faults.FaultyTransport;
import java.util.ServiceLoader;

/**
 * Transport {@code sliced}: TCP whose links carry few bytes at a time. Its state is static, as endpoints load
 * transports themselves.
 */
public final class SlicedTransport extends FaultyTransport {
    private static volatile Faults faults = Faults.none().slice(1);
    private static volatile long seed = 1;

    public SlicedTransport() {
        super(tcp(), "sliced", faults, seed);
    }

    /** Sets the faults of endpoints that are created from now on. */
    public static void use(Faults faults, long seed) {
        SlicedTransport.faults = faults;
        SlicedTransport.seed = seed;
    }

    /** Returns the TCP transport. Skips this transport's provider, which would call this method again. */
    private static Transport tcp() {
        return ServiceLoader.load(Transport.class).stream()
                .filter(provider -> provider.type() != SlicedTransport.class)
                .map(ServiceLoader.Provider::get)
                .filter(transport -> transport.scheme().equals("tcp"))
                .findFirst()
                .orElseThrow();
    }
}
