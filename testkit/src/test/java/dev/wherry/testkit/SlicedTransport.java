package dev.wherry.testkit;

import dev.wherry.transport.TcpTransport;

/** {@code sliced:}, TCP whose links carry few bytes at a time. Endpoints load transports by themselves, hence the state. */
public final class SlicedTransport extends FaultyTransport {
    private static volatile Faults faults = Faults.none().slice(1);
    private static volatile long seed = 1;

    public SlicedTransport() {
        super(new TcpTransport(), "sliced", faults, seed);
    }

    /** For endpoints made from now on. */
    public static void use(Faults faults, long seed) {
        SlicedTransport.faults = faults;
        SlicedTransport.seed = seed;
    }
}
