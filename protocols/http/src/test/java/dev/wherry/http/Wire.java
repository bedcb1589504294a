package dev.wherry.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A connection on which a test writes bytes of its own and reads answers. */
final class Wire implements AutoCloseable {
    private final Socket socket;

    Wire(URI to) throws IOException {
        socket = new Socket(to.getHost(), to.getPort());
        socket.setSoTimeout(20_000);
    }

    /** An answer as it was received. */
    record Answer(int status, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.get(name);
        }
    }

    /** Sends a request and returns the answer. */
    static Answer send(URI to, String request) throws IOException {
        try (Wire wire = new Wire(to)) {
            return wire.send(request.getBytes(StandardCharsets.UTF_8)).answer();
        }
    }

    static Answer post(URI to, String path, String body, String... headers) throws IOException {
        return post(to, path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    static Answer post(URI to, String path, byte[] body, String... headers) throws IOException {
        try (Wire wire = new Wire(to)) {
            StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n");
            boolean typed = false;
            for (String each : headers) {
                typed |= each.toLowerCase(Locale.ROOT).startsWith("content-type:");
                head.append(each).append("\r\n");
            }
            if (!typed) {
                head.append("Content-Type: application/json\r\n");
            }
            head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
            all.writeBytes(body);
            return wire.send(all.toByteArray()).answer();
        }
    }

    static Answer get(URI to, String path, String... headers) throws IOException {
        return request(to, "GET", path, headers);
    }

    static Answer request(URI to, String method, String path, String... headers) throws IOException {
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String each : headers) {
            head.append(each).append("\r\n");
        }
        return send(to, head.append("\r\n").toString());
    }

    Wire send(byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            // the server may have answered and closed before it read all
        }
        return this;
    }

    byte[] read(int count) throws IOException {
        return socket.getInputStream().readNBytes(count);
    }

    /** Returns whether the server closes the connection without another answer. */
    boolean isClosed() throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    Answer answer() throws IOException {
        InputStream in = socket.getInputStream();
        String status = line(in);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String each = line(in); !each.isEmpty(); each = line(in)) {
            int colon = each.indexOf(':');
            headers.put(
                    each.substring(0, colon).toLowerCase(Locale.ROOT),
                    each.substring(colon + 1).trim());
        }
        byte[] body = {};
        if (headers.containsKey("content-length")) {
            body = in.readNBytes(Integer.parseInt(headers.get("content-length")));
        } else if ("chunked".equals(headers.get("transfer-encoding"))) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int size = Integer.parseInt(line(in), 16); size > 0; size = Integer.parseInt(line(in), 16)) {
                all.writeBytes(in.readNBytes(size));
                line(in);
            }
            body = all.toByteArray();
        }
        return new Answer(Integer.parseInt(status.split(" ")[1]), headers, body);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("The connection ended: " + line.toString(StandardCharsets.UTF_8));
            }
            line.write(c);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
