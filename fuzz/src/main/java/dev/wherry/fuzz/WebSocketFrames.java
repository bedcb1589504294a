package dev.wherry.fuzz;

import dev.wherry.Identity;
import dev.wherry.http.websocket.WebSocketLink;
import dev.wherry.spi.Link;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The frames that a client sends in a WebSocket. No more bytes come out of them than went in. */
final class WebSocketFrames implements Target {
    private static final Identity PEER = Identity.of("address", "fuzz");
    private static final int CHUNK = 100;

    @Override
    public void parse(byte[] bytes) {
        Link link = WebSocketLink.ofServer(new Sent(bytes), PEER);
        byte[] read = new byte[CHUNK];
        int all = 0;
        try {
            int count = link.read(read, 0, CHUNK);
            while (count >= 0) {
                all += count;
                count = link.read(read, 0, CHUNK);
            }
        } catch (IOException e) {
            // The peer breaks the protocol, or has ended the WebSocket with a failure.
        }
        if (all > bytes.length) {
            throw new IllegalStateException(all + " bytes of payload in " + bytes.length);
        }
    }

    /** All that a client has sent, and then its end. */
    private static final class Sent implements Link {
        private final ByteArrayInputStream bytes;
        private final ByteArrayOutputStream answered = new ByteArrayOutputStream();

        Sent(byte[] bytes) {
            this.bytes = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            return bytes.read(to, offset, length);
        }

        @Override
        public synchronized int write(byte[] from, int offset, int length) {
            answered.write(from, offset, length);
            return length;
        }

        @Override
        public @Nullable SelectableChannel multiplex() {
            return null;
        }

        @Override
        public Identity peer() {
            return PEER;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        byte[] mask = {1, 2, 3, 4};
        for (int opcode : new int[] {0x02, 0x80, 0x82, 0x88, 0x89, 0x8a}) {
            seeds.add(Connections.joined(new byte[] {(byte) opcode, (byte) 0x85}, mask, new byte[] {3, 7, 5, 4, 1}));
        }
        seeds.add(Connections.joined(new byte[] {(byte) 0x82, (byte) 0xfe, 0, (byte) 200}, mask, new byte[200]));
        seeds.add(Connections.joined(seeds.get(0), seeds.get(1), seeds.get(4), seeds.get(3)));
        return seeds;
    }
}
