package dev.wherry.spi;

import java.net.URI;

/** A bound address that accepts links. */
public interface Listener extends AutoCloseable {
    /** Returns the address as bound, with its real port. */
    URI address();

    /** Accepts no more links; accepted ones stay open. */
    @Override
    void close();
}
