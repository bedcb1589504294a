package dev.wherry.http.server;

import dev.wherry.http.rest.HttpError;
import dev.wherry.http.rest.RestHandler;
import dev.wherry.http.rest.RestResponse;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Opens a WebSocket where a request asks for one, at any path. The link then belongs to the endpoint, and no longer to the server. */
final class WebSocketUpgrade implements Http1Upgrader {
    private final RestHandler rest;
    private final String name;

    /** @param name as the header {@code Upgrade} has it, which Helidon compares with the case of letters */
    WebSocketUpgrade(RestHandler rest, String name) {
        this.rest = rest;
        this.name = name;
    }

    @Override
    public String supportedProtocol() {
        return name;
    }

    @Override
    public ServerConnection upgrade(ConnectionContext connected, HttpPrologue prologue, WritableHeaders<?> headers) {
        LinkSocket socket = (LinkSocket) connected.remotePeer();
        HelidonRequest request = new HelidonRequest(prologue, headers, InputStream::nullInputStream, socket);
        RestResponse answer = connected.dataReader().available() > 0
                ? rest.refused(new HttpError(400, "Nothing may be sent before the WebSocket is open"))
                : rest.upgrade(request);
        connected.dataWriter().writeNow(BufferData.create(head(answer)));
        if (answer.status() == Status.SWITCHING_PROTOCOLS_101_CODE) {
            socket.handOver(rest.webSocketPeer(request));
        }
        return new NothingLeft();
    }

    private static byte[] head(RestResponse answer) {
        StringBuilder head = new StringBuilder("HTTP/1.1 ")
                .append(answer.status())
                .append(' ')
                .append(Status.create(answer.status()).reasonPhrase())
                .append("\r\n");
        answer.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        if (answer.body().length > 0) {
            head.append("Connection: close\r\nContent-Length: ")
                    .append(answer.body().length)
                    .append("\r\n");
        }
        String body = new String(answer.body(), StandardCharsets.ISO_8859_1);
        return head.append("\r\n").append(body).toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A connection that leaves nothing for Helidon to do. */
    private static final class NothingLeft implements ServerConnection {
        @Override
        public void handle(Limit limit) {
            // The link is served elsewhere, or was refused.
        }

        @Override
        public Duration idleTime() {
            return Duration.ZERO;
        }

        @Override
        public void close(boolean interrupt) {
            // The link is closed by the endpoint, or is closed already.
        }
    }
}
