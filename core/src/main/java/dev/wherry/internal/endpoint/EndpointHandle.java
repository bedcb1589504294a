package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.text.Throttle;
import java.lang.System.Logger.Level;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint through which a program uses an engine. Its stubs keep it; the engine does not, so that it notices when the
 * program has lost it with them: then nobody can close the engine any more.
 */
public final class EndpointHandle {
    private static final String WHAT =
            "An endpoint was not closed, and its program refers to it and its stubs no more: its threads and"
                    + " connections stay until the JVM ends. Close endpoints, as try-with-resources does";

    /** A program may lose one with each of its requests. */
    private static final Throttle LOST = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    private final EndpointEngine engine;
    private final Function<EndpointEngine, ?> maker;
    private final Throwable made = new Throwable("The endpoint was made here");
    /** Another one once a task has asked for an endpoint that is lost. */
    private volatile WeakReference<Object> endpoint;

    private volatile boolean reported;

    /**
     * @param endpoint not yet made: to be handed out, not to be asked
     * @param maker makes another one for tasks, when the program has lost its own
     */
    EndpointHandle(Object endpoint, EndpointEngine engine, Function<EndpointEngine, ?> maker) {
        this.engine = engine;
        this.endpoint = new WeakReference<>(endpoint);
        this.maker = maker;
    }

    synchronized Object get() {
        Object known = endpoint.get();
        if (known == null) {
            reported = true; // it is used, though not by its program
            known = maker.apply(engine);
            endpoint = new WeakReference<>(known);
        }
        return known;
    }

    /** Returns the endpoint, for its stubs to refer to: it is not lost as long as one of them is in use. Null if it is lost. */
    @Nullable
    Object known() {
        return endpoint.get();
    }

    /** Returns whether the program has lost the endpoint, and the log does not say so yet. */
    boolean isLost() {
        return !reported && known() == null;
    }

    /** Logs once that the endpoint is lost. */
    void report() {
        reported = true;
        long silent = LOST.next(System.nanoTime());
        if (silent >= 0) {
            LOG.log(Level.WARNING, WHAT + Throttle.more(silent), made);
        }
    }
}
