package dev.wherry.http.websocket;

import dev.wherry.http.message.HttpNames;
import dev.wherry.spi.Link;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** The handshake of the side that connects. */
final class WebSocketClient {
    private static final int MOST = 16 << 10;
    private static final byte[] END = {'\r', '\n', '\r', '\n'};
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String REMEDY =
            ". A proxy on the way must pass WebSockets on: the headers Upgrade, Connection and"
                    + " Sec-WebSocket-Protocol, for the path of the address (?path=/...)";

    private WebSocketClient() {}

    /**
     * Asks for a WebSocket and reads the answer, and no byte more.
     *
     * @throws IOException if the server does not agree
     */
    static void open(Link link, WebSocketAddress to) throws IOException {
        byte[] random = new byte[WebSocketHandshake.KEY];
        RANDOM.nextBytes(random);
        String key = Base64.getEncoder().encodeToString(random);
        byte[] request = ("GET " + to.path() + " HTTP/1.1\r\n"
                        + line(HttpNames.HOST, to.hostHeader())
                        + line(HttpNames.UPGRADE, "websocket")
                        + line(HttpNames.CONNECTION, HttpNames.UPGRADE)
                        + line(HttpNames.SEC_WEBSOCKET_VERSION, WebSocketHandshake.VERSION)
                        + line(HttpNames.SEC_WEBSOCKET_KEY, key)
                        + line(HttpNames.SEC_WEBSOCKET_PROTOCOL, WebSocketHandshake.PROTOCOL)
                        + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        link.write(request, 0, request.length);
        check(head(link), key);
    }

    private static String line(String header, String value) {
        return header + ": " + value + "\r\n";
    }

    /** Reads the head of an answer. It reads no more bytes at a time than are missing in any case. */
    private static String head(Link link) throws IOException {
        byte[] head = new byte[256];
        int length = 0;
        int matched = 0;
        while (matched < END.length) {
            if (length + END.length > head.length) {
                if (head.length == MOST) {
                    throw new IOException("the head of the answer has more than " + MOST + " bytes");
                }
                head = Arrays.copyOf(head, head.length * 2);
            }
            int count = link.read(head, length, END.length - matched);
            if (count < 0) {
                throw new EOFException("the server closed the connection instead of opening a WebSocket" + REMEDY);
            }
            length += count;
            if (length >= 5 && !new String(head, 0, 5, StandardCharsets.ISO_8859_1).equals("HTTP/")) {
                throw new IOException("the server does not speak HTTP/1.1 at this port");
            }
            matched = matched(head, length);
        }
        return new String(head, 0, length - END.length, StandardCharsets.ISO_8859_1);
    }

    /** Returns how many of the last bytes may begin the end of the head. */
    private static int matched(byte[] head, int length) {
        for (int count = Math.min(END.length, length); count > 0; count--) {
            if (Arrays.equals(head, length - count, length, END, 0, count)) {
                return count;
            }
        }
        return 0;
    }

    private static void check(String head, String key) throws IOException {
        String[] lines = head.split("\r\n", -1);
        if (!lines[0].matches("HTTP/1\\.1 101( .*)?")) {
            String status = lines[0].substring(Math.min(lines[0].length(), "HTTP/1.1 ".length()));
            throw new IOException("the server answers '" + shown(status) + "' and opens no WebSocket" + REMEDY);
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String each : Arrays.asList(lines).subList(1, lines.length)) {
            int colon = each.indexOf(':');
            if (colon < 1) {
                throw new IOException("a line of the answer is not a header: " + shown(each));
            }
            headers.merge(
                    each.substring(0, colon), each.substring(colon + 1).trim(), (one, other) -> one + ", " + other);
        }
        require(headers, HttpNames.SEC_WEBSOCKET_ACCEPT, WebSocketHandshake.accept(key));
        require(headers, HttpNames.SEC_WEBSOCKET_PROTOCOL, WebSocketHandshake.PROTOCOL);
        if (!"websocket".equalsIgnoreCase(headers.get(HttpNames.UPGRADE))
                || !WebSocketHandshake.has(headers.getOrDefault(HttpNames.CONNECTION, ""), HttpNames.UPGRADE)
                || headers.containsKey(HttpNames.SEC_WEBSOCKET_EXTENSIONS)) {
            throw new IOException("the server agrees to something else than a WebSocket without extensions");
        }
    }

    private static void require(Map<String, String> headers, String name, String value) throws IOException {
        String found = headers.get(name);
        if (!value.equals(found)) {
            throw new IOException("the answer has the header " + name + ": " + (found == null ? "(none)" : shown(found))
                    + " instead of " + value + ". Check the port: another kind of WebSocket may be served there");
        }
    }

    private static String shown(String text) {
        String plain = text.replaceAll("[^ -~]", "?");
        return plain.length() > 100 ? plain.substring(0, 100) + "..." : plain;
    }
}
