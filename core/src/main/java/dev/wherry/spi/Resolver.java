package dev.wherry.spi;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/**
 * Turns a service's name into addresses, of each new session, never of a lane. It is asked again whenever a stub connects again.
 * Found by {@link java.util.ServiceLoader}. A scheme with a resolver may have a comma in its addresses.
 */
public interface Resolver {
    /** Returns the URI scheme whose names it resolves. */
    String scheme();

    /**
     * Returns the addresses to try, in this order; none if the name is not known. The first 64 are used. It runs in a thread of its
     * own, once for all who want the same name at the same time, and may block.
     */
    List<URI> resolve(URI name) throws IOException;
}
