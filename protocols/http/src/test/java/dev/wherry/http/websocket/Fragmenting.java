package dev.wherry.http.websocket;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A proxy that knows WebSockets: it divides the messages of both sides into fragments, with pings between them. */
final class Fragmenting implements AutoCloseable {
    private static final int PART = 777;

    private final ServerSocket listener = new ServerSocket(0);

    Fragmenting(URI server) throws IOException {
        Thread.startVirtualThread(() -> {
            try {
                while (true) {
                    Socket client = listener.accept();
                    Socket to = new Socket(server.getHost(), server.getPort());
                    Thread.startVirtualThread(() -> carry(client, to));
                    Thread.startVirtualThread(() -> carry(to, client));
                }
            } catch (IOException e) {
                // It was closed.
            }
        });
    }

    String address() {
        return "ws://127.0.0.1:" + listener.getLocalPort();
    }

    private static void carry(Socket from, Socket to) {
        try (from;
                to) {
            DataInputStream in = new DataInputStream(from.getInputStream());
            OutputStream out = to.getOutputStream();
            out.write(head(in));
            while (true) {
                frame(in, out);
            }
        } catch (IOException e) {
            // One of them has left.
        }
    }

    private static byte[] head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            head.write(in.read());
        }
        return head.toByteArray();
    }

    private static void frame(DataInputStream in, OutputStream out) throws IOException {
        int first = in.readUnsignedByte();
        int second = in.readUnsignedByte();
        boolean masked = second >= 0x80;
        int length = second & 0x7f;
        length = length == 126 ? in.readUnsignedShort() : length == 127 ? (int) in.readLong() : length;
        byte[] mask = in.readNBytes(masked ? 4 : 0);
        byte[] payload = in.readNBytes(length);
        if (first != 0x82) {
            write(out, first, mask, payload, 0, length);
            return;
        }
        for (int done = 0; done == 0 || done < length; done += PART) {
            int count = Math.min(PART, length - done);
            int opcode = done == 0 ? 2 : 0;
            write(out, (done + count == length ? 0x80 : 0) | opcode, mask, payload, done, count);
            write(out, 0x89, mask, payload, 0, Math.min(5, length));
            write(out, 0x8a, mask, payload, 0, 0);
        }
    }

    private static void write(OutputStream out, int first, byte[] mask, byte[] payload, int offset, int length)
            throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(first);
        int flag = mask.length > 0 ? 0x80 : 0;
        if (length < 126) {
            frame.write(flag | length);
        } else {
            frame.write(flag | 126);
            frame.write(length >> 8);
            frame.write(length);
        }
        for (int i = 0; i < mask.length; i++) {
            frame.write(mask[(i + offset) % 4]);
        }
        frame.write(payload, offset, length);
        out.write(frame.toByteArray());
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
