package dev.wherry.testkit;

import dev.wherry.spi.Transport;
import java.util.ServiceLoader;

/** {@code sliced:}, TCP whose links carry few bytes at a time. Endpoints load transports by themselves, hence the state. */
public final class SlicedTransport extends FaultyTransport {
    private static volatile Faults faults = Faults.none().slice(1);
    private static volatile long seed = 1;

    public SlicedTransport() {
        super(tcp(), "sliced", faults, seed);
    }

    /** For endpoints made from now on. */
    public static void use(Faults faults, long seed) {
        SlicedTransport.faults = faults;
        SlicedTransport.seed = seed;
    }

    /** Asks every provider but this one, which would ask again. */
    private static Transport tcp() {
        return ServiceLoader.load(Transport.class).stream()
                .filter(provider -> provider.type() != SlicedTransport.class)
                .map(ServiceLoader.Provider::get)
                .filter(transport -> transport.scheme().equals("tcp"))
                .findFirst()
                .orElseThrow();
    }
}
