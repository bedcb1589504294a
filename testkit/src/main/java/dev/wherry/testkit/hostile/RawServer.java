package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.Out;
import dev.wherry.testkit.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server whose bytes a test writes. Its connections are closed after the test, when everything else has ended. */
final class RawServer implements AfterEachCallback {
    private final ServerSocket socket;
    private final List<RawPeer> accepted = new ArrayList<>();

    RawServer() {
        try {
            socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
            socket.setSoTimeout((int) Running.LONG.toMillis());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return "tcp://127.0.0.1:" + socket.getLocalPort();
    }

    /** Accepts the next connection, on which no bytes have been sent. */
    RawPeer accept() throws IOException {
        RawPeer peer = new RawPeer(socket.accept());
        accepted.add(peer);
        return peer;
    }

    /** Accepts the next connection and agrees on this codec. */
    RawPeer handshake(String codec) throws IOException {
        return handshake(codec, to -> to.writeSize(0));
    }

    /** Accepts the next connection, agrees on this codec, and answers with these extensions. */
    RawPeer handshake(String codec, Consumer<Out> extensions) throws IOException {
        RawPeer peer = accept();
        peer.receivePreamble();
        RawPeer.Frame hello = peer.receive();
        assertThat(hello.type()).isEqualTo(RawPeer.HELLO);
        peer.send(RawPeer.PREAMBLE);
        peer.send(RawPeer.hello(hello.id(), 1, 2, codec, extensions));
        return peer;
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        for (RawPeer peer : accepted) {
            peer.close();
        }
        socket.close();
    }
}
