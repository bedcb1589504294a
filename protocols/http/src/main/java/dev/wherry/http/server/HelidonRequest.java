package dev.wherry.http.server;

import dev.wherry.Identity;
import dev.wherry.http.rest.HttpRequest;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.http.ServerRequest;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request that Helidon has read. */
final class HelidonRequest implements HttpRequest {
    private static final int MOST_NAMES = 1_000;
    private static final Map<String, HeaderName> NAMES = new ConcurrentHashMap<>();

    private final HttpPrologue prologue;
    private final Headers headers;
    private final Supplier<InputStream> body;
    private final LinkSocket socket;

    HelidonRequest(HttpPrologue prologue, Headers headers, Supplier<InputStream> body, LinkSocket socket) {
        this.prologue = prologue;
        this.headers = headers;
        this.body = body;
        this.socket = socket;
    }

    static HelidonRequest of(ServerRequest request, LinkSocket socket) {
        Supplier<InputStream> body = () -> request.content().hasEntity()
                ? socket.progress().watched(request.content().inputStream())
                : InputStream.nullInputStream();
        return new HelidonRequest(request.prologue(), request.headers(), body, socket);
    }

    @Override
    public String method() {
        return prologue.method().text();
    }

    @Override
    public String path() {
        return prologue.uriPath().rawPath();
    }

    @Override
    public @Nullable String query() {
        String raw = prologue.query().rawValue();
        return raw.isEmpty() ? null : raw;
    }

    /** Names are asked for by the server alone, so there are few. */
    private static HeaderName name(String name) {
        HeaderName known = NAMES.get(name);
        if (known == null) {
            known = HeaderNames.create(name);
            if (NAMES.size() < MOST_NAMES) {
                NAMES.put(name, known);
            }
        }
        return known;
    }

    @Override
    public @Nullable String header(String name) {
        HeaderName known = name(name);
        return headers.contains(known) ? String.join(", ", headers.get(known).allValues()) : null;
    }

    @Override
    public InputStream body() {
        return body.get();
    }

    @Override
    public Identity peer() {
        return socket.identity();
    }
}
