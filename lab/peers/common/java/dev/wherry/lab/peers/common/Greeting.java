package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out which protocol a server speaks by a hand-written greeting, whatever its libraries claim. Each method
 * returns a text that is reported like a version. It throws a {@link ProtocolException} if the server sends something
 * else or hangs up. A server that cannot be reached, or sends nothing, is an ordinary {@link java.io.IOException}. An
 * address may have a scheme and a path. Bytes are characters here.
 */
public final class Greeting {
    /** A request to the server as a whole (RFC 9110, 9.3.7), so that no resource behind it has to understand it. */
    private static final Greeting HTTP = new Greeting(
            "HTTP/1",
            "OPTIONS * HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n\r\n",
            "HTTP/(\\d\\.\\d) \\d{3}",
            "a status line such as \"HTTP/1.1 200\"");

    /** A client's preface and its empty settings (RFC 9113, 3.4). */
    private static final Greeting HTTP2 = new Greeting(
            "HTTP/2",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0",
            ".{3}\\x04.{5}",
            "a frame of settings, whose fourth byte is \"\\x04\"");

    /** Version 2 of the protocol, over a stream, and its acknowledgement (Java RMI's specification, 10.2). */
    private static final Greeting JRMP = new Greeting("JRMP", "JRMI\0\2\113", "N", "\"N\"");

    /** A heartbeat that expects an answer: magic, a two-way request and an event in Hessian 2, its number, a null. */
    private static final Greeting DUBBO = new Greeting(
            "Dubbo's protocol",
            "\332\273\342\0\0\0\0\0\0\0\0\1\0\0\0\1N",
            "\\xda\\xbb\\x22\\x14",
            "\"\\xda\\xbb\\x22\\x14\"");

    private static final int PATIENCE_MILLIS = 10_000;
    /** Read at once, so about the longest part of a message that is shown. */
    private static final int SHOWN = 40;

    private final String protocol;
    private final String words;
    private final Pattern answer;
    private final String expected;

    private Greeting(String protocol, String words, String answer, String expected) {
        this.protocol = protocol;
        this.words = words;
        this.answer = Pattern.compile(answer, Pattern.DOTALL);
        this.expected = expected;
    }

    /** HTTP/1, with the version of the server's answer. */
    public static Map<String, String> http(String address) throws IOException {
        return Map.of("http", HTTP.answeredBy(address).group(1));
    }

    /** HTTP/2, for a client that knows that the server speaks it. */
    public static Map<String, String> http2(String address) throws IOException {
        HTTP2.answeredBy(address);
        return Map.of("http", "2");
    }

    /** The protocol of Java RMI. */
    public static Map<String, String> jrmp(String address) throws IOException {
        JRMP.answeredBy(address);
        return Map.of("jrmp", "2");
    }

    /** The first protocol of Dubbo. */
    public static Map<String, String> dubbo(String address) throws IOException {
        DUBBO.answeredBy(address);
        return Map.of("dubbo protocol", "2");
    }

    /** Returns the answer, as far as the protocol shows in it. */
    private Matcher answeredBy(String address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(server(address), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            return answeredOver(socket);
        } catch (SocketTimeoutException silent) {
            throw new IOException(
                    "its server did not answer a greeting in %s within %d s".formatted(protocol, PATIENCE_MILLIS / 1000),
                    silent);
        }
    }

    private Matcher answeredOver(Socket socket) throws IOException {
        Matcher heard = answer.matcher("");
        String got = "";
        String end = "";
        try {
            socket.getOutputStream().write(words.getBytes(StandardCharsets.ISO_8859_1));
            byte[] some = new byte[SHOWN];
            while (end.isEmpty() && !heard.reset(got).lookingAt() && heard.hitEnd()) {
                int length = socket.getInputStream().read(some);
                if (length < 0) {
                    end = " and no more";
                } else {
                    got += new String(some, 0, length, StandardCharsets.ISO_8859_1);
                }
            }
        } catch (SocketException hungUp) {
            end = " and then " + hungUp.getMessage();
        }
        if (!heard.reset(got).lookingAt()) {
            throw new ProtocolException("its server does not speak %s: after \"%s\" it must answer %s, not \"%s\"%s"
                    .formatted(protocol, escaped(words), expected, escaped(got), end));
        }
        return heard;
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '\\' || c == '"' || c < ' ' || c > '~') {
                escaped.append("\\x%02x".formatted((int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static InetSocketAddress server(String address) throws UnknownHostException {
        return Host.parse(address.replaceFirst("^([a-z]+:)?//", "").replaceFirst("/.*", ""));
    }
}
