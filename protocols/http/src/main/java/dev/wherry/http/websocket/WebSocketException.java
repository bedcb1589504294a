package dev.wherry.http.websocket;

import java.io.IOException;
import java.io.Serial;

/** A peer breaks the protocol of WebSockets, or a limit. */
final class WebSocketException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The codes with which a WebSocket is closed. */
    static final int NORMAL = 1000;

    static final int LEAVING = 1001;
    static final int PROTOCOL = 1002;
    static final int UNSUPPORTED = 1003;
    static final int POLICY = 1008;
    static final int TOO_LONG = 1009;

    private final int code;

    WebSocketException(int code, String message) {
        super("The peer breaks the protocol of WebSockets: " + message);
        this.code = code;
    }

    static WebSocketException breach(String message) {
        return new WebSocketException(PROTOCOL, message);
    }

    int code() {
        return code;
    }
}
