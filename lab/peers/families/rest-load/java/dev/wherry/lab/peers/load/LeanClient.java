package dev.wherry.lab.peers.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Service;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A client of HTTP/1.1 with one connection, for one caller. It does as little as a client can: a request is one array of bytes, and of an
 * answer it reads the status, the length, the type and the body.
 */
public final class LeanClient implements Service {
    private static final int CAPACITY = 16 * 1024;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String before;
    private final String after;
    private final byte[] answer = new byte[CAPACITY];
    private String type = "none";

    /**
     * Connects.
     *
     * @param address host, port and path, to which a number is added
     * @param tls null for a connection that is not encrypted
     */
    public LeanClient(String address, SSLContext tls) throws IOException {
        int slash = address.indexOf('/');
        String host = address.substring(0, slash);
        before = "GET " + address.substring(slash);
        after = " HTTP/1.1\r\nHost: " + host + "\r\nAccept: application/json\r\n\r\n";
        InetSocketAddress at = Host.parse(host);
        socket = tls == null ? new Socket() : tls.getSocketFactory().createSocket();
        socket.setTcpNoDelay(true);
        socket.connect(at);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    @Override
    public int addOne(int number) throws IOException {
        out.write((before + number + after).getBytes(ISO_8859_1));
        int end = 0;
        int body = 0;
        int length = 0;
        while (body == 0 || end < body + length) {
            int count = in.read(answer, end, answer.length - end);
            if (count <= 0) {
                throw new EOFException("the server has closed the connection, or answers too much");
            }
            end += count;
            if (body == 0) {
                body = endOfHead(end);
                length = body == 0 ? 0 : length(body);
            }
        }
        return Integer.parseInt(new String(answer, body, length, ISO_8859_1));
    }

    /** Returns where the body begins; 0 if not all of the head has come. */
    private int endOfHead(int end) {
        for (int i = 3; i < end; i++) {
            if (answer[i] == '\n' && answer[i - 2] == '\n') {
                return i + 1;
            }
        }
        return 0;
    }

    /** Returns the length of the body that follows a head. */
    private int length(int body) throws IOException {
        String head = new String(answer, 0, body, ISO_8859_1);
        if (!head.startsWith("HTTP/1.1 200")) {
            throw new IOException("answered by " + head.lines().findFirst().orElse(""));
        }
        type = value(head, "content-type: ");
        return Integer.parseInt(value(head, "content-length: "));
    }

    private static String value(String head, String name) throws IOException {
        int at = head.toLowerCase(Locale.ROOT).indexOf("\n" + name);
        if (at < 0) {
            throw new IOException("an answer without " + name.trim());
        }
        int from = at + 1 + name.length();
        return head.substring(from, head.indexOf('\r', from));
    }

    /** Makes a call and returns the type of its answer. */
    public String type() throws IOException {
        addOne(1);
        return type;
    }

    /** Returns the protocol and the cipher suite; null if the connection is not encrypted. */
    public String cipher() {
        return socket instanceof SSLSocket encrypted
                ? encrypted.getSession().getProtocol() + " " + encrypted.getSession().getCipherSuite()
                : null;
    }

    @Override
    public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
        throw new UnsupportedOperationException("it adds one");
    }

    @Override
    public byte[] octets(byte[] data) {
        throw new UnsupportedOperationException("it adds one");
    }

    @Override
    public int invoke(Payload payload) {
        throw new UnsupportedOperationException("it adds one");
    }
}
