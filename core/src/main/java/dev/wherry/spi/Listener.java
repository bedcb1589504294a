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
     * Called after an object was bound to a name or unbound from it, also while the listener is being opened. For protocols that
     * announce each name. Called by the thread that binds; several may call it at the same time. Does nothing by default.
     */
    default void bindingsChanged() {}

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
