package dev.wherry.spi;

import java.net.URI;

/** A bound address that accepts links. */
public interface Listener extends AutoCloseable {
    /** The address as bound, with the port that was really taken. */
    URI address();

    /** Accepts no more; accepted links live on. */
    @Override
    void close();
}
