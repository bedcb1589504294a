package dev.wherry.testkit.endpoint;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a contract of endpoints asks of its subclass: where to listen, with which options, who calls. */
public abstract class EndpointSetUp implements Part {
    @RegisterExtension
    @SuppressWarnings("this-escape") // the world asks the contract only while a test runs
    final World world = new World(this);

    /** For subclasses; one instance per test. */
    protected EndpointSetUp() {}

    /** Where to listen, such as {@code tcp://127.0.0.1:0}; called once for each endpoint that listens. */
    protected abstract String listenAt();

    /** Where a name is looked up. By default it follows the listening address, as a path or, for {@code unix}, after #. */
    protected String uri(Endpoint at, String name) {
        return at.address() + (at.address().getRawAuthority() == null ? "#" : "/") + name;
    }

    /** What the endpoints of both sides start from. */
    protected EndpointOptions options() {
        return EndpointOptions.defaults();
    }

    /** Whether the tests make their calls on virtual threads; else on platform threads. */
    protected boolean onVirtualThreads() {
        return false;
    }

    /**
     * Whether every test waits until the client has a lane before it makes its calls, so that those of platform threads
     * take it from the first. By default it does not, and the first few calls go by main.
     */
    protected boolean lanesFirst() {
        return false;
    }

    @Override
    public final World world() {
        return world;
    }
}
