package dev.wherry.internal.objects;

import dev.wherry.internal.session.Session;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the JVM from ending while an endpoint has exported objects that peers may call, as Java RMI does: a client whose
 * main method returns is still there to be called back. For any thread.
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

    /** Whether the peer may call an object, or waits for an answer: a method may unexport the last object. */
    public static boolean isNeededFor(Session session) {
        return session.exports().anyRemote() || session.callsIn().count() > 0;
    }

    /** There is something now that is needed; costs a look at a field if there was before. */
    public void begin() {
        if (!running && wanted) {
            start();
        }
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            // The thread is what keeps the JVM alive, so it is no daemon, and of nobody's context.
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
                // It looks earlier, that is all.
            }
            running = false; // before it looks: what begins from here on starts it again, or is seen
            was = is;
            is = needed.getAsBoolean();
        } while (!closed && (was || is)); // one look longer: an answer that has just been made is sent by then
        thread = null;
    }

    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
