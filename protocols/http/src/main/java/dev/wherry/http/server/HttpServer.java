package dev.wherry.http.server;

import dev.wherry.Limits;
import dev.wherry.http.message.HttpNames;
import dev.wherry.http.rest.RestHandler;
import dev.wherry.http.rest.RestResponse;
import dev.wherry.spi.Link;
import dev.wherry.spi.Protocol;
import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.Router;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelectorConfig;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Serves links whose peers speak HTTP/1.1 or HTTP/2. Each connection has a virtual thread, and each stream of HTTP/2. For any thread.
 */
public final class HttpServer {
    private static final Logger LOG = System.getLogger("dev.wherry.http");
    private static final long CHECK_NANOS = 500_000_000;
    /** A message may pause for so long, and after so long it must make progress. */
    private static final long STEP_NANOS = 10_000_000_000L;

    private static final long BYTES_PER_SECOND = 64 << 10;
    /** The most bytes of the headers of a request, decoded. */
    static final int HEADER_BYTES = 16 << 10;

    private static final int STREAMS = 128;
    private static final byte[] PREFACE = "PRI ".getBytes(StandardCharsets.US_ASCII);

    private final RestHandler rest;
    private final PeerProgress.Times times;
    private final HelidonContext context = new HelidonContext();
    private final Limit limit = FixedLimit.create();
    private final UnreadAnswers unread;
    private final Router router;
    private final ServerConnectionSelector http1;
    private final ServerConnectionSelector http2;
    private final Map<LinkSocket, State> open = new ConcurrentHashMap<>();
    private volatile boolean closed;
    private volatile @Nullable Thread watcher;

    /** A connection that is served; null until it is known which protocol it has. */
    private record State(@Nullable ServerConnection connection) {}

    public HttpServer(RestHandler rest, Limits limits) {
        this.rest = rest;
        times = new PeerProgress.Times(
                TimeUnit.NANOSECONDS.convert(rest.options().idleTime()),
                TimeUnit.NANOSECONDS.convert(limits.handshakeTime()),
                STEP_NANOS,
                STEP_NANOS + TimeUnit.SECONDS.toNanos(rest.options().bodyBytes()) / BYTES_PER_SECOND,
                BYTES_PER_SECOND);
        unread = new UnreadAnswers(limits.inboundBytes());
        router = Router.builder()
                .addRouting(HttpRouting.builder().any(this::handle))
                .build();
        http1 = Http1ConnectionSelectorConfig.builder()
                .addUpgrader(new WebSocketUpgrade(rest, "websocket"))
                .addUpgrader(new WebSocketUpgrade(rest, "WebSocket"))
                .config(Http1Config.builder()
                        .maxHeadersSize(HEADER_BYTES)
                        .sendKeepAliveHeader(false)
                        .buildPrototype())
                .build();
        http2 = Http2ConnectionSelector.builder()
                .http2Config(Http2Config.builder()
                        .maxConcurrentStreams(STREAMS)
                        .maxHeaderListSize(HEADER_BYTES)
                        .flowControlTimeout(Duration.ofNanos(STEP_NANOS))
                        .buildPrototype())
                .build();
    }

    /** Begins to serve a link, and closes it at its end, unless it becomes a WebSocket. Does not wait. */
    public void serve(Link link, Protocol.Objects objects) {
        LinkSocket socket = new LinkSocket(link, objects);
        open.put(socket, new State(null));
        Thread.ofVirtual().name("wherry-http " + link.peer()).start(() -> {
            rest.metrics().connections(1);
            try {
                run(socket);
            } finally {
                open.remove(socket);
                rest.metrics().connections(-1);
                socket.close();
            }
        });
        watch();
        if (closed) {
            socket.close();
        }
    }

    private void run(LinkSocket socket) {
        try {
            LinkConnectionContext connected = new LinkConnectionContext(
                    socket, context, router, rest.options().bodyBytes(), rest.bodyCapacity());
            connected.dataReader().ensureAvailable();
            ServerConnection connection = (isHttp2(connected) ? http2 : http1).connection(connected);
            open.replace(socket, new State(connection));
            if (closed) {
                return;
            }
            connection.handle(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) { // Helidon throws them when a peer has gone, or has sent what is not HTTP
            LOG.log(Level.DEBUG, () -> "A connection of " + socket.identity() + " ended: " + e);
        }
    }

    /** HTTP/2 reserves the method PRI. PROPFIND and PRINT begin with the same letters. */
    private static boolean isHttp2(LinkConnectionContext connected) {
        return connected.dataReader().startsWith(PREFACE);
    }

    private void handle(ServerRequest request, ServerResponse response) {
        LinkSocket socket = (LinkSocket) request.remotePeer();
        socket.progress().beginRequest();
        try {
            RestResponse answer = rest.handle(HelidonRequest.of(request, socket), socket.objects());
            byte[] body = unread.held(answer.body(), socket.progress());
            try {
                send(answer, body, request, response, socket);
            } finally {
                unread.sent(body, socket.progress());
            }
        } finally {
            socket.progress().endRequest();
        }
    }

    /** @param body of the answer, or what is sent instead */
    @SuppressWarnings("ReferenceEquality") // the very array is meant
    private void send(
            RestResponse answer, byte[] body, ServerRequest request, ServerResponse response, LinkSocket socket) {
        boolean own = body == answer.body();
        response.status(Status.create(own ? answer.status() : UnreadAnswers.STATUS));
        answer.headers().forEach((name, value) -> {
            if (!name.equals(HttpNames.CONNECTION) && (own || !name.startsWith("Content-"))) {
                response.header(HeaderNames.create(name), value);
            }
        });
        if (!own) {
            response.header(HeaderNames.CONTENT_TYPE, HttpNames.PROBLEM_JSON);
        }
        boolean old = request.prologue().protocolVersion().startsWith("1");
        boolean last = old
                && (closed
                        || answer.headers().containsKey(HttpNames.CONNECTION)
                        || request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)
                        || mayBeFollowedByItsBody(request));
        if (last) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        try {
            if (body.length == 0 || request.prologue().method().text().equals("HEAD")) {
                response.send();
            } else {
                response.send(body);
            }
        } catch (IllegalStateException e) { // the stream was reset, for which Helidon would log a warning
            throw new CloseConnectionException("The stream of the request has ended", e);
        }
        if (last) {
            close(open.get(socket)); // Helidon would read what is left of the body as the next request
        }
    }

    /** A client that waits for status 100 may send its body after another status, too, and need not (RFC 9110, section 10.1.1). */
    private static boolean mayBeFollowedByItsBody(ServerRequest request) {
        return request.headers().containsToken(HeaderValues.EXPECT_100)
                && request.content().hasEntity()
                && !request.content().consumed();
    }

    /** Ends a connection after its request. */
    private static void close(@Nullable State state) {
        if (state != null && state.connection() != null) {
            state.connection().close(false);
        }
    }

    /** Starts the thread that gives slow peers up, if it does not run. It ends when there is no connection. */
    private synchronized void watch() {
        if (watcher == null) {
            watcher = Thread.ofVirtual().name("wherry-http-watcher").start(() -> {
                while (!left()) {
                    LockSupport.parkNanos(CHECK_NANOS);
                    long now = System.nanoTime();
                    for (LinkSocket each : open.keySet()) {
                        String reason = each.progress().tooSlow(now, times);
                        if (reason != null) {
                            LOG.log(Level.DEBUG, () -> "A connection of " + each.identity() + " is closed: " + reason);
                            each.close();
                        }
                    }
                }
            });
        }
    }

    private synchronized boolean left() {
        if (open.isEmpty()) {
            watcher = null;
            return true;
        }
        return false;
    }

    /** Lets the requests that are under way end, and closes the connections that have none. */
    public void close() {
        closed = true;
        open.forEach((socket, state) -> {
            if (state.connection() == null) {
                socket.close();
            } else {
                close(state);
            }
        });
    }
}
