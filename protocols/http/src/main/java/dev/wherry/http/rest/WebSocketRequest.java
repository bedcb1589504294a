package dev.wherry.http.rest;

import dev.wherry.http.message.HttpNames;
import dev.wherry.http.websocket.WebSocketHandshake;

/** A request that asks for a WebSocket (RFC 6455, section 4.2). It may have any path, so that a proxy may choose it. */
final class WebSocketRequest {
    private WebSocketRequest() {}

    /**
     * Returns the answer that agrees.
     *
     * @throws HttpError if the request is not as it must be
     */
    static RestResponse agreed(HttpRequest request) {
        if (!request.method().equals("GET")
                || !WebSocketHandshake.has(header(request, HttpNames.CONNECTION), HttpNames.UPGRADE)) {
            throw new HttpError(400, "A WebSocket is opened with GET and the header Connection: Upgrade");
        }
        if (!header(request, HttpNames.SEC_WEBSOCKET_VERSION).equals(WebSocketHandshake.VERSION)) {
            throw new HttpError(426, "Only version " + WebSocketHandshake.VERSION + " of WebSockets is spoken")
                    .with(HttpNames.UPGRADE, "websocket")
                    .with(HttpNames.SEC_WEBSOCKET_VERSION, WebSocketHandshake.VERSION);
        }
        if (!WebSocketHandshake.has(header(request, HttpNames.SEC_WEBSOCKET_PROTOCOL), WebSocketHandshake.PROTOCOL)) {
            throw new HttpError(
                    400, "A WebSocket here has the header Sec-WebSocket-Protocol: " + WebSocketHandshake.PROTOCOL);
        }
        String key = header(request, HttpNames.SEC_WEBSOCKET_KEY);
        if (!WebSocketHandshake.isKey(key)) {
            throw new HttpError(400, "The header Sec-WebSocket-Key must be 16 bytes in base64");
        }
        return RestResponse.empty(101)
                .with(HttpNames.UPGRADE, "websocket")
                .with(HttpNames.CONNECTION, HttpNames.UPGRADE)
                .with(HttpNames.SEC_WEBSOCKET_ACCEPT, WebSocketHandshake.accept(key))
                .with(HttpNames.SEC_WEBSOCKET_PROTOCOL, WebSocketHandshake.PROTOCOL);
    }

    private static String header(HttpRequest request, String name) {
        String value = request.header(name);
        return value == null ? "" : value;
    }
}
