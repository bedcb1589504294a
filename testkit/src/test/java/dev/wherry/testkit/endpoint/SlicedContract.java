package dev.wherry.testkit.endpoint;

import dev.wherry.testkit.Faults;
import dev.wherry.testkit.SlicedTransport;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** What endpoints promise, where reads and writes come in pieces of whatever size. The seed is in the test's name. */
abstract class SlicedContract extends EndpointSetUp
        implements CallStylesPart,
                InterfacesPart,
                JavaRmiPart,
                CallbacksPart,
                ReferencesPart,
                UnregisteredExceptionsPart,
                NamingPart,
                ConnectingPart,
                ClosingPart,
                DrainPart,
                ClosingUnderLoadPart,
                DeadlinesPart,
                CancelPart,
                StubVariantsPart,
                RelayPart,
                RefusedValuesPart {
    @Parameter
    long seed;

    /** Odd seeds: byte by byte. Even ones: up to 7 bytes, each after a pause. */
    @BeforeEach
    void slice() {
        Faults faults =
                seed % 2 == 1 ? Faults.none().slice(1) : Faults.none().slice(7).delay(Duration.ofNanos(20_000));
        SlicedTransport.use(faults, seed << 32);
    }

    @Override
    protected String listenAt() {
        return "sliced://127.0.0.1:0";
    }
}
