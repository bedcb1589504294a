package dev.wherry.spi;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Turns a service's name into addresses. Chooses the address of a session, never of a lane. Found by ServiceLoader. */
public interface Resolver {
    /** The URI scheme whose names it resolves. */
    String scheme();

    /** Addresses to try in this order, none if the name is not known. */
    List<URI> resolve(URI name) throws IOException;
}
