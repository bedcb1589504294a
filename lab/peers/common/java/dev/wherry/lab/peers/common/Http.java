package dev.wherry.lab.peers.common;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a server speaks HTTP, found out by a request that is written by hand, whatever its libraries say about themselves. */
public final class Http {
    private static final String SCHEME = "http://";
    /** It asks the server as a whole (RFC 9110, 9.3.7), so that nothing behind it has to make sense of it. */
    private static final String REQUEST = "OPTIONS * HTTP/1.1\r\nHost: lab\r\nConnection: close\r\n\r\n";
    private static final Pattern STATUS = Pattern.compile("HTTP/(\\d\\.\\d) \\d{3}.*");
    private static final int PATIENCE_MILLIS = 10_000;

    private Http() {}

    /**
     * The version that the server at this address answers in, as versions are told.
     *
     * @param address with its scheme or without, and without a path
     * @throws IOException if it answers with something else
     */
    public static Map<String, String> version(String address) throws IOException {
        String server = address.startsWith(SCHEME) ? address.substring(SCHEME.length()) : address;
        try (Socket socket = new Socket()) {
            socket.connect(Host.parse(server), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            String first = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            Matcher status = STATUS.matcher(String.valueOf(first));
            if (!status.matches()) {
                throw new IOException("its server does not speak HTTP: " + first);
            }
            return Map.of("http", status.group(1));
        }
    }
}
