package dev.wherry.internal.events;

import static dev.wherry.internal.events.Log.LOG;

import java.lang.System.Logger.Level;

/**
 * The notification of a program of an event. It calls code of the program on a virtual thread of its own, so that nothing waits
 * for that code. Exceptions of the code are logged.
 */
public abstract class Notice implements Runnable {
    private final String name;

    /** @param name of the code, for the log */
    protected Notice(String name) {
        this.name = name;
    }

    /** Calls the code of the program. */
    protected abstract void call();

    /** @throws OutOfMemoryError if there is no memory for the thread; then the code is not called */
    public final void start() {
        Thread.ofVirtual().name("wherry-notice").start(this);
    }

    @Override
    public final void run() {
        try {
            call();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, name + " failed", e);
        }
    }
}
