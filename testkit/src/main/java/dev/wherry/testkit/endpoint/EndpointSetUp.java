package dev.wherry.testkit.endpoint;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The settings that a contract of endpoints needs from its subclass: an address, options, the kind of calling thread.
 */
public abstract class EndpointSetUp implements Part {
    @RegisterExtension
    @SuppressWarnings("this-escape") // the fixture calls the contract only while a test runs
    final EndpointFixture fixture = new EndpointFixture(this);

    /** For subclasses. JUnit creates one instance per test. */
    protected EndpointSetUp() {}

    /**
     * Returns an address to listen at, such as {@code tcp://127.0.0.1:0}. Called once for each endpoint that listens.
     */
    protected abstract String listenAt();

    /**
     * Returns the URI of a name. By default the name follows the listening address: as a path or, for {@code unix},
     * after #.
     */
    protected String uri(Endpoint at, String name) {
        return at.address() + (at.address().getRawAuthority() == null ? "#" : "/") + name;
    }

    /** Returns the options of the endpoints of both sides. Tests change copies of them. */
    protected EndpointOptions options() {
        return EndpointOptions.defaults();
    }

    /** Returns whether the tests make their calls on virtual threads instead of platform threads. False by default. */
    protected boolean onVirtualThreads() {
        return false;
    }

    /**
     * Returns whether each test waits until the client has a lane before it makes calls, so that calls of platform
     * threads use the lane from the first. False by default: the first few calls use the main link.
     */
    protected boolean lanesFirst() {
        return false;
    }

    @Override
    public final EndpointFixture fixture() {
        return fixture;
    }
}
