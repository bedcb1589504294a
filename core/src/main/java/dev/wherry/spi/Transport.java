package dev.wherry.spi;

import dev.wherry.EndpointOptions;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;

/** Opens links to addresses of one URI scheme. Wherry finds it by {@link java.util.ServiceLoader} unless it is built in. */
public interface Transport {
    /** The URI scheme this transport answers to. */
    String scheme();

    /** Returns this transport for an endpoint with these options. Called once for each endpoint. */
    default Transport with(EndpointOptions options) {
        return this;
    }

    /**
     * Returns the normal form of an address. Addresses with equal normal forms share a session. Must not block.
     *
     * @throws IllegalArgumentException if it is not an address of this transport
     */
    default URI canonical(URI address) {
        return address;
    }

    /** @throws IOException within {@code limit} if nobody answers there */
    Link connect(URI to, Duration limit) throws IOException;

    /**
     * Binds and hands each accepted link to {@code accepted}, which may keep others waiting for a moment, until the listener is closed.
     *
     * @throws IOException if the address cannot be bound
     */
    Listener listen(URI at, Consumer<Link> accepted) throws IOException;
}
