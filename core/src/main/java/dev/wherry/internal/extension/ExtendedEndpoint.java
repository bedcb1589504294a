package dev.wherry.internal.extension;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import org.jspecify.annotations.Nullable;

/** What an endpoint offers to its {@link SessionExtension}. For any thread. */
public interface ExtendedEndpoint {
    Endpoint endpoint();

    EndpointOptions options();

    /** The context class loader of the thread that created the endpoint. */
    @Nullable
    ClassLoader contextLoader();

    /** Creates a daemon thread without the thread-locals and the context of the calling thread. It is not started. */
    Thread thread(String name, Runnable task);

    /** Connects to an address, or returns what belongs to the open session with it. */
    SessionExtension.Part connect(String uri);
}
