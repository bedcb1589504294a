package dev.wherry.spi;

import dev.wherry.EndpointOptions;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes accepted links whose first byte is not that of the native protocol, so that one port serves several protocols. Found by
 * {@link java.util.ServiceLoader}. For any thread.
 */
public interface LinkAcceptor {
    /** Returns the acceptor of an endpoint with these options; null if it has none. Called once for each endpoint. */
    default @Nullable LinkAcceptor with(EndpointOptions options) {
        return this;
    }

    /**
     * Returns whether links that begin with this byte are accepted here.
     *
     * @param firstByte 0 to 255
     * @param scheme of the address that the endpoint has accepted the link at, such as {@code tcp}
     */
    boolean accepts(int firstByte, String scheme);

    /**
     * Opens the link within an accepted one, such as the decrypted bytes of TLS. Its first byte decides in turn what it speaks. Called
     * on a thread of the link, within the time that a peer has for its handshake.
     *
     * @param link repeats the bytes that were read
     * @return null if {@link #serve} is to serve the link (default)
     * @throws IOException if the link is to be closed. The reason is logged
     */
    default @Nullable Link open(Link link) throws IOException {
        return null;
    }

    /**
     * Begins to serve a link, and returns without waiting for its end. It counts as a connection until it is closed, which is the task of
     * this method and its threads from now on. Called if {@link #open} has returned null.
     *
     * @param objects what the endpoint has bound. A link within this one that is given to it is not counted again, and speaks the native
     *     protocol only
     * @throws IOException if the link cannot be served. The caller closes it
     */
    default void serve(Link link, Protocol.Objects objects) throws IOException {
        throw new IOException(getClass().getName() + " serves no links");
    }

    /**
     * Called for the interface of each object that is bound while the endpoint listens, and of those that are bound when it begins to.
     * Reports methods that this protocol cannot call. Does nothing by default.
     *
     * @param schemes of the addresses that the endpoint listens at
     */
    default void bound(Class<?> type, Set<String> schemes) {}

    /** Called when the endpoint begins to end, if it has served links here. Lets what is under way end, and closes the other links. */
    default void close() {}
}
