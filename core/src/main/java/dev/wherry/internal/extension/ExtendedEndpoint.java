package dev.wherry.internal.extension;

import dev.wherry.EndpointOptions;
import org.jspecify.annotations.Nullable;

/** The parts of an endpoint that its {@link SessionExtension} uses. For any thread. */
public interface ExtendedEndpoint {
    /** Returns the {@code dev.wherry.Endpoint} of the program, which this package must not name: it stands above. */
    Object endpoint();

    EndpointOptions options();

    /** Returns the context class loader of the thread that created the endpoint. */
    @Nullable
    ClassLoader contextLoader();

    /** Creates a daemon thread without the thread-locals and the context of the calling thread. It is not started. */
    Thread thread(String name, Runnable task);

    /** Connects to an address, or returns what belongs to the open session with it. */
    SessionExtension.Part connect(String uri);
}
