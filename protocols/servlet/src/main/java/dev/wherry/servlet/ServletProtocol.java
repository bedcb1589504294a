package dev.wherry.servlet;

import dev.wherry.EndpointOptions;
import dev.wherry.http.rest.RestHandler;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** {@code servlet:ID}: the requests that a {@link WherryServlet} gets from its container. The servlet chooses the id. */
public final class ServletProtocol implements Protocol {
    static final String SCHEME = "servlet";
    private static final Map<String, Mount> MOUNTS = new ConcurrentHashMap<>();

    private final EndpointOptions options;

    /** The objects that an endpoint serves to a servlet, and the handler of their requests. */
    record Mount(RestHandler rest, Protocol.Objects objects) {}

    /** Found by the service loader. */
    public ServletProtocol() {
        this(EndpointOptions.defaults());
    }

    private ServletProtocol(EndpointOptions options) {
        this.options = options;
    }

    /** Returns what is served under an id; null once its endpoint is closed. */
    static @Nullable Mount mount(String id) {
        return MOUNTS.get(id);
    }

    @Override
    public Set<String> schemes() {
        return Set.of(SCHEME);
    }

    @Override
    public Protocol with(EndpointOptions options) {
        return new ServletProtocol(options);
    }

    @Override
    public Listener listen(URI at, Protocol.Objects objects) throws IOException {
        String id = at.getSchemeSpecificPart();
        if (MOUNTS.putIfAbsent(id, new Mount(new RestHandler(options), objects)) != null) {
            throw new IOException("another servlet has this address");
        }
        return Listener.of(at, () -> MOUNTS.remove(id));
    }

    @Override
    public Remote connect(URI to, Class<?> type, Duration limit, Memory memory) throws IOException {
        throw new IOException("a servlet is called by http: or https:, at the address of its container");
    }
}
