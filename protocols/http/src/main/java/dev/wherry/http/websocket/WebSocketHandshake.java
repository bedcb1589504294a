package dev.wherry.http.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The parts of the handshake that both sides need (RFC 6455, section 4). */
public final class WebSocketHandshake {
    /** The protocol within the WebSocket, {@code Sec-WebSocket-Protocol}. */
    public static final String PROTOCOL = "wherry.1";

    /** The version of WebSockets. */
    public static final String VERSION = "13";

    /** The bytes of a key. */
    static final int KEY = 16;

    private static final String SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private WebSocketHandshake() {}

    /** Returns the answer to a key, {@code Sec-WebSocket-Accept}. */
    public static String accept(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + SUFFIX).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("A JDK has SHA-1", e);
        }
    }

    /** Returns whether a key is 16 bytes in base64. */
    public static boolean isKey(String key) {
        // 22 characters, the last of which has 2 bits, and the padding
        return key.matches("[A-Za-z0-9+/]{21}[AQgw]==");
    }

    /** Returns whether a header that is a list has an element. */
    public static boolean has(String list, String element) {
        for (String each : list.split(",")) {
            if (each.trim().equalsIgnoreCase(element)) {
                return true;
            }
        }
        return false;
    }
}
