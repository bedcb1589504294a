package dev.wherry.internal.objects;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the JVM from ending while an endpoint has exported objects that peers may call, as Java RMI does. So a client whose main
 * method has returned can still be called back. For any thread.
 */
public final class KeepAlive {
    private static final long LOOK_MILLIS = 500;

    private final boolean wanted;
    private final BooleanSupplier needed;
    private volatile boolean running;
    private boolean closed;
    private @Nullable Thread thread;

    /**
     * @param wanted whether it is to do anything at all
     * @param needed asked now and then by a thread of this; once false, the thread ends until {@link #begin}
     */
    public KeepAlive(boolean wanted, BooleanSupplier needed) {
        this.wanted = wanted;
        this.needed = needed;
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
                wait(LOOK_MILLIS);
            } catch (InterruptedException e) {
                // It only checks earlier.
            }
            running = false; // before it checks: a later begin starts it again, or is found by the check
            was = is;
            is = needed.getAsBoolean();
        } while (!closed && (was || is)); // one more wait: an answer that was made just now is sent by then
        thread = null;
    }

    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
