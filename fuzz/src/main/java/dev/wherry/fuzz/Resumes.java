package dev.wherry.fuzz;

import static dev.wherry.fuzz.ServedWords.PREAMBLE;

import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ResumeOffer;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * A session that breaks and goes on with another link. The first byte of an input says how many pairs of a position and a value follow,
 * which change the Hello of the second link. The byte after them says how many of the remaining bytes the first link sends behind its
 * Hello; the second link sends the others.
 */
final class Resumes implements Target {
    private static final int WINDOW_MILLIS = 200;
    private static final int MOST_CHANGES = 15;

    private ServedWords served;

    @Override
    public void parse(byte[] bytes) throws IOException {
        if (served == null) {
            served = new ServedWords("tcp", Duration.ofMillis(WINDOW_MILLIS));
        }
        if (bytes.length == 0) {
            return;
        }
        int changes = 1 + 2 * Math.min(bytes[0] & MOST_CHANGES, (bytes.length - 1) / 2);
        int start = Math.min(bytes.length, changes + 1);
        int split = changes < bytes.length ? Math.min(bytes.length, start + (bytes[changes] & 0xff)) : start;
        Hello opened;
        try (Socket first = served.connect()) {
            opened = open(first, Arrays.copyOfRange(bytes, start, split));
        }
        Out hello = new Out(256);
        hello(opened.session(), opened.endpoint()).write(hello);
        byte[] changed = hello.copy();
        for (int i = 1; i < changes; i += 2) {
            changed[(bytes[i] & 0xff) % changed.length] ^= bytes[i + 1];
        }
        try (Socket second = served.connect()) {
            second.getOutputStream()
                    .write(Connections.joined(PREAMBLE, changed, Arrays.copyOfRange(bytes, split, bytes.length)));
            ServedWords.readToEnd(second);
        } catch (SocketException | EOFException e) {
            // closed, with or without a reset
        }
        served.check();
    }

    private static Hello open(Socket socket, byte[] more) throws IOException {
        Out hello = new Out(256);
        hello(Id128.NONE, Id128.NONE).write(hello);
        socket.getOutputStream().write(Connections.joined(PREAMBLE, hello.copy(), more));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.skipNBytes(PREAMBLE.length);
        byte[] frame = in.readNBytes(new In(in.readNBytes(Frame.LENGTH)).readInt());
        return Hello.read(0, new In(Arrays.copyOfRange(frame, Frame.HEADER - Frame.LENGTH, frame.length)));
    }

    private static Hello hello(Id128 session, Id128 endpoint) {
        return new Hello(0, session, Id128.random(), List.of("compact"), 1 << 20, 100, 8, "wherry/1")
                .with(new ResumeOffer(WINDOW_MILLIS, endpoint, 0));
    }

    @Override
    public List<byte[]> seeds() {
        byte[] call = new Frames().seeds().get(1);
        return List.of(
                new byte[] {0, 0},
                new byte[] {1, 20, 1, 0},
                Connections.joined(new byte[] {0, (byte) call.length}, call, call),
                Connections.joined(new byte[] {0, (byte) (call.length / 2)}, call));
    }
}
