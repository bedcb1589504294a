package dev.wherry.http.server;

import dev.wherry.Identity;
import dev.wherry.http.door.HttpRequest;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A request that Helidon has read. */
final class HelidonRequest implements HttpRequest {
    private static final int MOST_NAMES = 1_000;
    private static final Map<String, HeaderName> NAMES = new ConcurrentHashMap<>();

    private final ServerRequest request;
    private final LinkSocket socket;

    HelidonRequest(ServerRequest request, LinkSocket socket) {
        this.request = request;
        this.socket = socket;
    }

    @Override
    public String method() {
        return request.prologue().method().text();
    }

    @Override
    public String path() {
        return request.prologue().uriPath().rawPath();
    }

    @Override
    public @Nullable String query() {
        String raw = request.prologue().query().rawValue();
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
        return request.headers().contains(known)
                ? String.join(", ", request.headers().get(known).allValues())
                : null;
    }

    @Override
    public InputStream body() {
        return request.content().hasEntity()
                ? socket.watched(request.content().inputStream())
                : InputStream.nullInputStream();
    }

    @Override
    public Identity peer() {
        return socket.identity();
    }
}
