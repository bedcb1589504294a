package dev.wherry.spi;

import java.net.URI;

/** A bound address that accepts links. */
public interface Listener extends AutoCloseable {
    /** The address as bound, with the port that was really taken. */
    URI address();

    /** Accepts no more; accepted links live on. */
    @Override
    void close();

    /**
     * Returns a listener that is closed by an action.
     *
     * @param address as bound
     * @param closing closes it; called by each {@link #close()}
     */
    static Listener of(URI address, Runnable closing) {
        return new Listener() {
            @Override
            public URI address() {
                return address;
            }

            @Override
            public void close() {
                closing.run();
            }
        };
    }
}
