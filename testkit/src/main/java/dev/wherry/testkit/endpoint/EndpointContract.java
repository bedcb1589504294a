package dev.wherry.testkit.endpoint;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What endpoints promise over every transport and codec, with and without lanes, to callers on every kind of thread.
 * A subclass says over which; {@link #options()} chooses codec and lanes.
 */
public abstract class EndpointContract
        implements NamingPart,
                ClosingPart,
                StylesPart,
                OneWayPart,
                InterfacesPart,
                LegacyPart,
                VariantsPart,
                InterceptorsPart,
                DeadlinesPart,
                CancelPart,
                CallbacksPart,
                ReferencesPart,
                RelayPart,
                ExceptionsPart,
                RefusalsPart,
                LoadPart {
    @RegisterExtension
    @SuppressWarnings("this-escape") // the world asks the contract only while a test runs
    final World world = new World(this);

    /** For subclasses; one instance per test. */
    protected EndpointContract() {}

    /** Where to listen, such as {@code tcp://127.0.0.1:0}; called once for each endpoint that listens. */
    protected abstract String listenAt();

    /** Where a name is looked up. By default it follows the listening address, as a path or, for {@code unix}, after #. */
    protected String uri(Endpoint at, String name) {
        return at.address() + ("unix".equals(at.address().getScheme()) ? "#" : "/") + name;
    }

    /** What the endpoints of both sides start from. */
    protected EndpointOptions options() {
        return EndpointOptions.defaults();
    }

    /** Whether the tests make their calls on virtual threads; else on platform threads. */
    protected boolean onVirtualThreads() {
        return false;
    }

    @Override
    public final World world() {
        return world;
    }
}
