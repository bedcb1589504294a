package dev.wherry.internal.session;

import static dev.wherry.internal.session.Log.LOG;

import dev.wherry.Endpoint;
import dev.wherry.internal.call.Throttle;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint through which a program uses an engine. The engine does not keep it, so that it notices when the program has
 * lost it: then nobody can close the engine any more.
 */
final class EndpointHandle {
    private static final String WHAT =
            "An endpoint was not closed, and its program refers to it no more: its threads and"
                    + " connections stay until the JVM ends. Close endpoints, as try-with-resources does";

    /** A program may lose one with each of its requests. */
    private static final Throttle LOST = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    private final Function<Engine, Endpoint> maker;
    private final Throwable made = new Throwable("The endpoint was made here");
    /** Guarded by this. */
    private WeakReference<Endpoint> endpoint;

    private volatile boolean reported;

    /**
     * @param endpoint not yet made: to be handed out, not to be asked
     * @param maker makes another one for tasks, when the program has lost its own
     */
    EndpointHandle(Endpoint endpoint, Function<Engine, Endpoint> maker) {
        this.endpoint = new WeakReference<>(endpoint);
        this.maker = maker;
    }

    synchronized Endpoint of(Engine engine) {
        Endpoint known = endpoint.get();
        if (known == null) {
            reported = true; // it is used, though not by its program
            known = maker.apply(engine);
            endpoint = new WeakReference<>(known);
        }
        return known;
    }

    private synchronized @Nullable Endpoint known() {
        return endpoint.get();
    }

    /**
     * By the watcher: logs once that the endpoint is lost. One that serves, by an address or by objects that peers refer to, is
     * meant to live as long as the JVM.
     */
    void look(Engine engine) {
        if (reported || known() != null || !engine.isOpen() || engine.serves()) {
            return;
        }
        reported = true;
        long silent = LOST.next(System.nanoTime());
        if (silent >= 0) {
            LOG.log(Level.WARNING, WHAT + Throttle.more(silent), made);
        }
    }
}
