package dev.wherry.http.client;

import dev.wherry.EndpointOptions;
import dev.wherry.http.HttpOptions;
import dev.wherry.http.json.JsonTypes;
import dev.wherry.http.rest.RestInterface;
import dev.wherry.spi.Protocol;
import dev.wherry.tls.Tls;
import dev.wherry.tls.TlsClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The clients of one endpoint: one for the connections of all its stubs, and one more for each set of certificates that has replaced
 * another. A client ends with the last stub that uses it. For any thread.
 */
public final class HttpClients {
    private final EndpointOptions options;
    private final JsonTypes jsonTypes;
    private final ClassValue<RestInterface> interfaces = new ClassValue<>() {
        @Override
        protected RestInterface computeValue(Class<?> type) {
            return RestInterface.of(type, jsonTypes);
        }
    };
    private final Map<@Nullable SSLContext, Shared> open = new HashMap<>();

    /** @param options of the endpoint */
    public HttpClients(EndpointOptions options) {
        this.options = options;
        jsonTypes = new JsonTypes(options.registeredClasses());
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
     * @param memory holds the values of answers while they are read
     */
    public Protocol.Remote remote(URI to, Class<?> type, Protocol.Memory memory) throws IOException {
        RestInterface methods = interfaces.get(type);
        return new HttpRemote(to, methods, new Lease(), options, memory);
    }

    /** The use of a client by one stub. It changes to another client when there are other certificates. For any thread. */
    final class Lease {
        private @Nullable SSLContext tls;
        private HttpClient client;
        private boolean ended;

        private Lease() throws IOException {
            tls = tls();
            client = take(tls);
        }

        /** Returns the client for one call. Calls that are under way keep the one that they have. */
        synchronized HttpClient client() throws IOException {
            SSLContext present = tls();
            if (!Objects.equals(present, tls) && !ended) {
                HttpClient next = take(present);
                HttpClient before = leave(tls);
                if (before != null) {
                    before.shutdown();
                }
                tls = present;
                client = next;
            }
            return client;
        }

        synchronized void end() {
            HttpClient last = ended ? null : leave(tls);
            ended = true;
            if (last != null) {
                last.shutdownNow();
            }
        }

        /** Returns why TLS could not be opened, in the words that the native protocol has for it. */
        IOException explained(IOException failure) {
            return HttpOptions.in(options).clientTls() != null
                    ? failure
                    : TlsClient.of(options).explained(failure);
        }
    }

    private @Nullable SSLContext tls() throws IOException {
        SSLContext own = HttpOptions.in(options).clientTls();
        if (own != null) {
            return own;
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

    /** Returns a client that nobody uses any more; null if others do. */
    private synchronized @Nullable HttpClient leave(@Nullable SSLContext tls) {
        Shared shared = open.get(tls);
        if (shared == null || --shared.users > 0) {
            return null;
        }
        open.remove(tls);
        return shared.client;
    }
}
