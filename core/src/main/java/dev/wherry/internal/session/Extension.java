package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.extension.ExtendedEndpoint;
import dev.wherry.internal.extension.SessionExtension;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The {@link SessionExtension} of an endpoint. It is loaded when a session needs it, since in a new JVM the search for it
 * takes longer than a call. For any thread.
 */
public final class Extension implements ExtendedEndpoint {
    private final EndpointEngine engine;
    private volatile @Nullable SessionExtension loaded;
    private volatile boolean searched;

    public Extension(EndpointEngine engine) {
        this.engine = engine;
    }

    /** @throws CallException if none is installed */
    SessionExtension get() {
        SessionExtension known = find();
        if (known == null) {
            throw new CallException(
                    Code.NOT_FOUND,
                    "This endpoint runs no tasks, since its program has no module for them. To accept tasks, add the"
                            + " artifact dev.wherry:wherry-mobility to that program");
        }
        return known;
    }

    /** Null if none is installed. */
    private @Nullable SessionExtension find() {
        SessionExtension known = loaded;
        return known != null || searched ? known : search();
    }

    private synchronized @Nullable SessionExtension search() {
        if (!searched) {
            SessionExtension.Provider provider = engine.plugins().extension();
            if (provider != null) {
                loaded = provider.extend(this);
            }
            searched = true;
        }
        return loaded;
    }

    /** The threads for calls of the extension's object; see {@link SessionExtension#threads}. */
    @Nullable
    Executor threads() {
        SessionExtension known = find();
        return known == null ? null : known.threads(null);
    }

    /** The threads for calls of an object that a session has exported; see {@link SessionExtension#threads}. */
    @Nullable
    Executor threads(Object target) {
        SessionExtension known = loaded;
        return known == null ? null : known.threads(target);
    }

    /** Whether no object of the extension can have been passed to a peer. */
    boolean isUnused() {
        return loaded == null;
    }

    /** See {@link SessionExtension#isGuest}. */
    public boolean isGuest() {
        SessionExtension known = loaded;
        return known != null && known.isGuest();
    }

    public long classesReceived() {
        SessionExtension known = loaded;
        return known == null ? 0 : known.classesReceived();
    }

    public void close() {
        SessionExtension known = loaded;
        if (known != null) {
            known.close();
        }
    }

    // ---- for the extension

    @Override
    public Endpoint endpoint() {
        return engine.endpoint();
    }

    @Override
    public EndpointOptions options() {
        return engine.options();
    }

    @Override
    public @Nullable ClassLoader contextLoader() {
        return engine.watcher().contextLoader();
    }

    @Override
    public Thread thread(String name, Runnable task) {
        return engine.watcher().thread(name, task);
    }

    @Override
    public SessionExtension.Part connect(String uri) {
        return engine.connections().extension(uri);
    }
}
