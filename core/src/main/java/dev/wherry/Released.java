package dev.wherry;

/**
 * Implemented by the class of an object that peers refer to, to learn when nobody refers to it any more. The interface that peers
 * call should not extend this.
 */
public interface Released {
    /**
     * Called when the last reference has gone: each peer that had one has released it or its connection has ended, and no name
     * is bound to the object. Each time this becomes so is reported once, on a virtual thread of its own. Exceptions are logged.
     *
     * <p>As with {@code java.rmi.server.Unreferenced}, a call that sends the object again meanwhile is not awaited: when this
     * runs, a peer may refer to the object again. It is called again once that reference has gone. A reference that could not
     * be sent counts as released. An object that the program unexports is not reported.
     * Of an object that implements both interfaces, only this method is called.
     */
    void released();
}
