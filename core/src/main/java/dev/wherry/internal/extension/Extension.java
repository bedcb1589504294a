package dev.wherry.internal.extension;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The {@link SessionExtension} of an endpoint. It is loaded when a session needs it, since in a new JVM the search for it
 * takes longer than a call. For any thread.
 */
public final class Extension {
    private final ExtendedEndpoint endpoint;
    private final Supplier<SessionExtension.@Nullable Provider> provider;
    private volatile @Nullable SessionExtension loaded;
    private volatile boolean searched;

    /** @param provider searches for the extension that is installed; null if none is */
    public Extension(ExtendedEndpoint endpoint, Supplier<SessionExtension.@Nullable Provider> provider) {
        this.endpoint = endpoint;
        this.provider = provider;
    }

    /** @throws CallException NOT_FOUND if none is installed */
    public SessionExtension get() {
        SessionExtension known = find();
        if (known == null) {
            throw new CallException(
                    Code.NOT_FOUND,
                    "This endpoint runs no tasks, since its program has no module for them. To accept tasks, add the"
                            + " artifact dev.wherry:wherry-mobility to that program");
        }
        return known;
    }

    /** Returns null if none is installed. */
    private @Nullable SessionExtension find() {
        SessionExtension known = loaded;
        return known != null || searched ? known : search();
    }

    private synchronized @Nullable SessionExtension search() {
        if (!searched) {
            SessionExtension.Provider found = provider.get();
            if (found != null) {
                loaded = found.extend(endpoint);
            }
            searched = true;
        }
        return loaded;
    }

    /** Returns the threads for calls of the extension's object; see {@link SessionExtension#threads}. */
    public @Nullable Executor threads() {
        SessionExtension known = find();
        return known == null ? null : known.threads(null);
    }

    /** Returns the threads for calls of an object that a session has exported; see {@link SessionExtension#threads}. */
    public @Nullable Executor threads(Object target) {
        SessionExtension known = loaded;
        return known == null ? null : known.threads(target);
    }

    /** See {@link SessionExtension#generation}. */
    public int generation() {
        SessionExtension known = loaded;
        return known == null ? 0 : known.generation();
    }

    /** Returns whether no object of the extension can have been passed to a peer. */
    public boolean isUnused() {
        return loaded == null;
    }

    /** See {@link SessionExtension#isGuest}. */
    public boolean isGuest() {
        SessionExtension known = loaded;
        return known != null && known.isGuest();
    }

    /** See {@link SessionExtension#classesReceived}. */
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
}
