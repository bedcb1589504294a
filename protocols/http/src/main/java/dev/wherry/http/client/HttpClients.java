package dev.wherry.http.client;

import dev.wherry.EndpointOptions;
import dev.wherry.http.HttpOptions;
import dev.wherry.http.door.ServedInterface;
import dev.wherry.http.json.Forms;
import dev.wherry.spi.Protocol;
import dev.wherry.tls.Tls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The clients of one endpoint: one for the connections of all its stubs, and one more for each set of certificates that has replaced
 * another. A client ends with the last stub that uses it. For any thread.
 */
public final class HttpClients {
    private final EndpointOptions options;
    private final Forms forms;
    private final ClassValue<ServedInterface> interfaces = new ClassValue<>() {
        @Override
        protected ServedInterface computeValue(Class<?> type) {
            return ServedInterface.of(type, forms);
        }
    };
    private final Map<@Nullable SSLContext, Shared> open = new HashMap<>();

    /** @param options of the endpoint */
    public HttpClients(EndpointOptions options) {
        this.options = options;
        forms = new Forms(options.registeredClasses());
    }

    /** A client, and how many use it. */
    private static final class Shared {
        final HttpClient client;
        int users;

        Shared(HttpClient client) {
            this.client = client;
        }
    }

    /**
     * Returns the target of the calls of one interface to one address.
     *
     * @param to the address, without the name of an object
     */
    public Protocol.Remote remote(URI to, Class<?> type) throws IOException {
        ServedInterface methods = interfaces.get(type);
        SSLContext tls = tls();
        return new HttpRemote(to, methods, take(tls), () -> leave(tls), options);
    }

    private @Nullable SSLContext tls() throws IOException {
        HttpOptions own = options.extension(HttpOptions.class);
        if (own != null && own.clientTls() != null) {
            return own.clientTls();
        }
        Tls tls = options.extension(Tls.class);
        return tls == null ? null : tls.context();
    }

    private synchronized HttpClient take(@Nullable SSLContext tls) {
        Shared shared = open.computeIfAbsent(tls, this::create);
        shared.users++;
        return shared.client;
    }

    private Shared create(@Nullable SSLContext tls) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(options.timeout());
        if (tls != null) {
            builder.sslContext(tls);
        }
        return new Shared(builder.build());
    }

    private synchronized void leave(@Nullable SSLContext tls) {
        Shared shared = open.get(tls);
        if (shared != null && --shared.users == 0) {
            open.remove(tls);
            shared.client.shutdownNow();
        }
    }
}
