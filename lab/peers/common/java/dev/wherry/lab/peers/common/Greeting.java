package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which protocol a server speaks, found out by a greeting that is written by hand, whatever its libraries say about themselves.
 * Each is told as versions are, and fails with an {@link IOException} if the server answers with something else. An address may
 * have a scheme and a path.
 */
public final class Greeting {
    /** It asks the server as a whole (RFC 9110, 9.3.7), so that nothing behind it has to make sense of it. */
    private static final String OPTIONS = "OPTIONS * HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n\r\n";

    private static final Pattern STATUS = Pattern.compile("HTTP/(\\d\\.\\d) \\d{3}");
    private static final int STATUS_LENGTH = 12;

    /** A client's preface and its settings, of which there are none (RFC 9113, 3.4). */
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

    private static final int FRAME_HEADER = 9;
    private static final int FRAME_TYPE = 3;
    private static final int SETTINGS = 4;

    /** Version 2 of it, over a stream (Java RMI's specification, 10.2). */
    private static final String JRMI = "JRMI\0\2\113";

    private static final int PROTOCOL_ACK = 0x4e;

    /** A heartbeat that is to be answered: magic, request with two ways and an event in Hessian 2, its number, a null. */
    private static final String HEARTBEAT = "\332\273\342\0\0\0\0\0\0\0\0\1\0\0\0\1N";

    private static final String DUBBO_ANSWERS = "\332\273\42\24";

    private static final int PATIENCE_MILLIS = 10_000;

    private Greeting() {}

    /** HTTP/1, with the version that the server answers in. */
    public static Map<String, String> http(String address) throws IOException {
        Matcher status = STATUS.matcher(answer(address, OPTIONS, STATUS_LENGTH));
        if (!status.matches()) {
            throw other("HTTP/1");
        }
        return Map.of("http", status.group(1));
    }

    /** HTTP/2, to who knows that the server does. */
    public static Map<String, String> http2(String address) throws IOException {
        String frame = answer(address, PREFACE, FRAME_HEADER);
        if (frame.length() < FRAME_HEADER || frame.charAt(FRAME_TYPE) != SETTINGS) {
            throw other("HTTP/2");
        }
        return Map.of("http", "2");
    }

    /** RMI's own. */
    public static Map<String, String> jrmp(String address) throws IOException {
        if (!answer(address, JRMI, 1).equals(String.valueOf((char) PROTOCOL_ACK))) {
            throw other("JRMP");
        }
        return Map.of("jrmp", "2");
    }

    /** Dubbo's first. */
    public static Map<String, String> dubbo(String address) throws IOException {
        if (!answer(address, HEARTBEAT, DUBBO_ANSWERS.length()).equals(DUBBO_ANSWERS)) {
            throw other("Dubbo's protocol");
        }
        return Map.of("dubbo protocol", "2");
    }

    private static IOException other(String protocol) {
        return new IOException("its server does not speak " + protocol);
    }

    /** So many bytes, each as a character; fewer where the server ends the connection. */
    private static String answer(String address, String greeting, int length) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(server(address), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(greeting.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readNBytes(length), StandardCharsets.ISO_8859_1);
        }
    }

    private static InetSocketAddress server(String address) throws UnknownHostException {
        return Host.parse(address.replaceFirst("^([a-z]+:)?//", "").replaceFirst("/.*", ""));
    }
}
