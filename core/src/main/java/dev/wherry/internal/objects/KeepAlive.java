package dev.wherry.internal.objects;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the JVM from ending while an endpoint has exported objects that peers may call, as Java RMI does. So a client whose main
 * method has returned can still be called back. For any thread.
 */
public final class KeepAlive {
    /** The endpoint of the exported objects. */
    public interface Owner {
        /** Returns whether peers may still call an exported object. Asked now and then by a thread of this. */
        boolean keepsAlive();
    }

    private static final long CHECK_MILLIS = 500;

    private final boolean wanted;
    private final Owner owner;
    private volatile boolean running;
    private boolean closed;
    private @Nullable Thread thread;

    /**
     * @param wanted whether it is to do anything at all
     * @param owner once it keeps nothing alive, the thread ends until {@link #begin}
     */
    public KeepAlive(boolean wanted, Owner owner) {
        this.wanted = wanted;
        this.owner = owner;
    }

    /** Records that an object was exported. Reads one field if there was one before. */
    public void begin() {
        if (!running && wanted) {
            start();
        }
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            // The thread keeps the JVM alive, so it is not a daemon; it has no context class loader.
            Thread started =
                    Thread.ofPlatform().daemon(false).name("wherry-exports").unstarted(this::run);
            started.setContextClassLoader(null);
            started.start();
            thread = started;
        }
    }

    private synchronized void run() {
        boolean was;
        boolean is = true;
        do {
            running = true;
            try {
                wait(CHECK_MILLIS);
            } catch (InterruptedException e) {
                // It only checks earlier.
            }
            running = false; // before it checks: a later begin starts it again, or is found by the check
            was = is;
            is = owner.keepsAlive();
        } while (!closed && (was || is)); // one more wait: an answer that was made just now is sent by then
        thread = null;
    }

    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
