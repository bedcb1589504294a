package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Running;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** A peer that sends the bytes that a test gives, over a socket, as docs/protocol.md defines them. */
@SuppressWarnings("EnumOrdinal") // the order is that of the protocol
final class RawPeer implements AutoCloseable {
    static final byte[] PREAMBLE = {(byte) 0xa7, 0x57, 0x52, 0x59, 1, 0, 0, 0};

    static final int HELLO = 1;
    static final int DEFINE = 2;
    static final int CALL = 3;
    static final int REPLY = 4;
    static final int FAILURE = 5;
    static final int CANCEL = 6;
    static final int CREDIT = 8;
    static final int RELEASE = 9;
    static final int PING = 11;
    static final int GOAWAY = 12;
    static final int SETTLE = 13;
    static final int RECEIVED = 14;

    /** The most bytes that follow a frame's header on a main link. */
    private static final int LONGEST = 1 << 16;

    static final int MORE = 1;
    static final int ABORT = 2;
    static final int ANSWER = 64;

    /** The reasons for which a peer leaves, in the order of docs/protocol.md. */
    enum Reason {
        CLOSING,
        PROTOCOL,
        VERSION,
        LIMIT,
        REFUSED,
        IDLE,
        UNKNOWN_SESSION,
        DRAINED,
        RESTARTED
    }

    /** A received frame. */
    @SuppressWarnings("ArrayRecordComponent") // records of this class are never compared
    record Frame(int type, int flags, long id, byte[] body) {
        In in() {
            return new In(body);
        }
    }

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    RawPeer(URI address) throws IOException {
        this(new Socket(address.getHost(), address.getPort()));
    }

    RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout((int) Running.LONG.toMillis());
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** Connects, and exchanges preambles and Hello frames. */
    static RawPeer handshake(URI address) throws IOException {
        return handshake(address, "compact");
    }

    /** Connects and offers only this codec. */
    static RawPeer handshake(URI address, String codec) throws IOException {
        RawPeer peer = new RawPeer(address);
        peer.send(PREAMBLE);
        peer.send(hello(0, 0, 0, codec, to -> to.writeSize(0)));
        peer.receivePreamble();
        assertThat(peer.receive().type()).as("the answer to Hello").isEqualTo(HELLO);
        return peer;
    }

    static byte[] hello(long lane, long high, long low) {
        return hello(lane, high, low, to -> to.writeSize(0));
    }

    /**
     * Returns a Hello frame.
     *
     * @param extensions writes the extensions, including their number
     */
    static byte[] hello(long lane, long high, long low, Consumer<Out> extensions) {
        return hello(lane, high, low, "compact", extensions);
    }

    /**
     * Writes one extension of a Hello frame: an offer to go on with another link.
     *
     * @param high the first half of the id of the endpoint that the session was opened with
     */
    static Consumer<Out> resume(int windowMillis, long high, long low, long received) {
        return to -> {
            to.writeSize(1);
            to.writeText("resume");
            to.writeSize(28);
            to.writeInt(windowMillis);
            to.writeLong(high);
            to.writeLong(low);
            to.writeLong(received);
        };
    }

    /** Returns a frame that says up to which position the sender has received everything. */
    static byte[] received(long position) {
        return frame(RECEIVED, 0, 0, to -> to.writeLong(position));
    }

    /**
     * Returns a Hello frame.
     *
     * @param codec the codec that is offered or chosen
     */
    static byte[] hello(long lane, long high, long low, String codec, Consumer<Out> extensions) {
        return frame(HELLO, 0, lane, to -> {
            to.writeLong(high);
            to.writeLong(low);
            to.writeLong(5);
            to.writeLong(6);
            to.writeSize(1);
            to.writeText(codec);
            to.writeSize(1 << 20);
            to.writeSize(100);
            to.writeSize(8);
            to.writeText("raw");
            extensions.accept(to);
        });
    }

    static byte[] frame(int type, int flags, long id, Consumer<Out> body) {
        Out bytes = new Out(64);
        bytes.writeInt(0);
        bytes.writeByte(type);
        bytes.writeByte(flags);
        bytes.writeLong(id);
        body.accept(bytes);
        bytes.patchInt(0, bytes.size() - 4);
        return bytes.copy();
    }

    static byte[] frame(int type, int flags, long id) {
        return frame(type, flags, id, to -> {});
    }

    static byte[] define(int number, Definition definition) {
        return frame(DEFINE, 0, number, to -> {
            to.writeByte(definition.kind().ordinal());
            to.write(definition.content(), 0, definition.content().length);
        });
    }

    static byte[] define(int number, String interfaceName, String key) {
        return frame(DEFINE, 0, number, to -> {
            to.writeByte(0);
            to.writeText(interfaceName);
            to.writeText(key);
        });
    }

    /** Returns a call without arguments. */
    static byte[] call(long id, long object, int method) {
        return call(id, object, method, to -> {});
    }

    static byte[] call(long id, long object, int method, Consumer<Out> arguments) {
        return frame(CALL, 0, id, to -> {
            to.writeLongSize(object);
            to.writeSize(method);
            to.writeLongSize(30_000);
            to.writeLongSize(0);
            to.writeSize(0);
            arguments.accept(to);
        });
    }

    /** Sends a message in as many frames as it needs. */
    void sendFragments(byte[] frame) throws IOException {
        int header = 14;
        for (int at = header; at == header || at < frame.length; at += LONGEST) {
            int length = Math.min(LONGEST, frame.length - at);
            byte[] part = Arrays.copyOf(frame, header + length);
            System.arraycopy(frame, at, part, header, length);
            ByteBuffer.wrap(part).order(ByteOrder.LITTLE_ENDIAN).putInt(header - 4 + length);
            part[5] |= (byte) (at + length < frame.length ? MORE : 0);
            send(part);
        }
    }

    static byte[] reply(long call, Consumer<Out> result) {
        return frame(REPLY, 0, call, result);
    }

    static byte[] goAway(Reason reason) {
        return frame(GOAWAY, 0, 0, to -> {
            to.writeByte(reason.ordinal());
            to.writeText("sent by a test");
        });
    }

    void send(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    void receivePreamble() throws IOException {
        assertThat(in.readNBytes(8)).containsExactly(PREAMBLE);
    }

    Frame receive() throws IOException {
        byte[] head = new byte[14];
        in.readFully(head);
        ByteBuffer buffer = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        int length = buffer.getInt();
        assertThat(length).as("a frame's length").isBetween(10, 1 << 17);
        return new Frame(buffer.get(), buffer.get() & 255, buffer.getLong(), in.readNBytes(length - 10));
    }

    /** Returns the next frame that is neither Define nor Ping nor Received. */
    Frame answer() throws IOException {
        while (true) {
            Frame frame = receive();
            if (frame.type() != DEFINE && frame.type() != PING && frame.type() != RECEIVED) {
                return frame;
            }
        }
    }

    /** Returns the next frame that is not a Release either. Releases are sent whenever a stub was collected. */
    Frame answerOrCall() throws IOException {
        Frame frame = answer();
        while (frame.type() == RELEASE) {
            frame = answer();
        }
        return frame;
    }

    /** Receives a failure of this call that is sent as text. Returns its code. */
    int failure(long call) throws IOException {
        Frame frame = answer();
        assertThat(frame.type()).as("type of %s", frame).isEqualTo(FAILURE);
        assertThat(frame.id()).isEqualTo(call);
        In body = frame.in();
        assertThat(body.readByte()).as("sent as text").isZero();
        return body.readByte();
    }

    /** Receives the reason for which the other side leaves, and the end of the stream. */
    Reason goAway() throws IOException {
        Frame frame = answer();
        while (List.of(REPLY, FAILURE, CREDIT).contains(frame.type())) {
            frame = answer();
        }
        assertThat(frame.type()).as("type of %s", frame).isEqualTo(GOAWAY);
        In body = frame.in();
        Reason reason = Reason.values()[body.readByte()];
        assertThat(body.readText()).as("the text of the reason").isNotBlank();
        assertEnded();
        return reason;
    }

    /** Asserts that the stream has ended. */
    void assertEnded() throws IOException {
        try {
            assertThat(in.read()).isEqualTo(-1);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset"); // our last bytes were not read
        }
    }

    /** Reads up to the end of the stream. */
    void readToEnd() throws IOException {
        try {
            in.skipNBytes(Long.MAX_VALUE);
        } catch (EOFException | SocketException e) {
            // A reset is an end too.
        }
    }

    /** Asserts that the other side still reads this connection. */
    void assertAlive() throws IOException {
        send(frame(PING, 0, 99));
        Frame frame = receive();
        while (frame.type() != PING || frame.flags() != ANSWER) { // the other side may ping too
            frame = receive();
        }
        assertThat(frame.id()).isEqualTo(99);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
