package dev.wherry.testkit.endpoint;

import dev.wherry.EndpointOptions;
import dev.wherry.testkit.SlicedTransport;
import dev.wherry.testkit.faults.Faults;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** The contract of endpoints over links that carry few bytes at a time. The test's name has the seed. */
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

    /** Odd seeds: one byte at a time. Even seeds: up to 7 bytes at a time, each after a pause. */
    @BeforeEach
    void slice() {
        Faults faults =
                seed % 2 == 1 ? Faults.none().slice(1) : Faults.none().slice(7).delay(Duration.ofNanos(20_000));
        SlicedTransport.use(faults, seed << 32);
    }

    /** A client that closes at once may not get its last word through such a link: the server does not wait for it for long. */
    @Override
    protected EndpointOptions options() {
        return EndpointOptions.builder().resumeWindow(Duration.ofSeconds(1)).build();
    }

    @Override
    protected String listenAt() {
        return "sliced://127.0.0.1:0";
    }
}
