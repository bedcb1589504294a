package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.PREAMBLE;
import static dev.wherry.testkit.hostile.RawPeer.Reason.LIMIT;
import static dev.wherry.testkit.hostile.RawPeer.Reason.PROTOCOL;
import static dev.wherry.testkit.hostile.RawPeer.Reason.REFUSED;
import static dev.wherry.testkit.hostile.RawPeer.Reason.UNKNOWN_SESSION;
import static dev.wherry.testkit.hostile.RawPeer.Reason.VERSION;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.spi.In;
import dev.wherry.testkit.Await;
import java.io.IOException;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections that send other bytes before or instead of a Hello frame. */
class BadHandshakesTest extends HostileSetUp {
    @TempDir
    Path folder;

    @Test
    void acceptsAHandshakeOneByteAtATime() throws Exception {
        try (RawPeer peer = connection()) {
            for (byte one : PREAMBLE) {
                peer.send(new byte[] {one});
            }
            for (byte one : RawPeer.hello(0, 0, 0)) {
                peer.send(new byte[] {one});
            }
            peer.receivePreamble();
            assertThat(peer.receive().type()).isEqualTo(RawPeer.HELLO);
            peer.assertAlive();
        }
    }

    @Test
    void refusesAnotherProtocolAtItsFirstWrongByte() throws Exception {
        for (byte[] start : List.of(new byte[] {0}, new byte[] {'J'}, new byte[] {(byte) 0xa7, 'W', 'R', 'X'})) {
            try (RawPeer peer = connection()) {
                peer.send(start);
                peer.receivePreamble();
                assertThat(peer.goAway()).isEqualTo(PROTOCOL);
            }
        }
    }

    @Test
    void sendsItsVersionToAPeerOfAnotherVersion() throws Exception {
        for (int version : List.of(0, 2, 255)) {
            byte[] other = PREAMBLE.clone();
            other[4] = (byte) version;
            try (RawPeer peer = connection()) {
                peer.send(other);
                peer.receivePreamble();
                assertThat(peer.goAway()).isEqualTo(VERSION);
            }
        }
    }

    @Test
    void endsASilentConnectionWithinTheLimit() throws Exception {
        Endpoint impatient = impatientServer();
        byte[] hello = RawPeer.hello(0, 0, 0);
        byte[] handshake = Arrays.copyOf(PREAMBLE, PREAMBLE.length + 20);
        System.arraycopy(hello, 0, handshake, PREAMBLE.length, 20);
        for (int length : List.of(0, 5, PREAMBLE.length, handshake.length)) {
            try (RawPeer peer = new RawPeer(impatient.address())) {
                peer.send(Arrays.copyOf(handshake, length));
                peer.readToEnd();
            }
        }
    }

    @Test
    void isNotBlockedByManySilentConnections() throws Exception {
        Endpoint impatient = impatientServer();
        List<RawPeer> silent = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            silent.add(new RawPeer(impatient.address()));
        }
        for (RawPeer peer : silent) {
            peer.readToEnd();
            peer.close();
        }
        // On a busy machine a correct handshake may be late, too.
        Await.until("a handshake to be answered", () -> answersHandshake(impatient.address()));
    }

    private static boolean answersHandshake(URI address) {
        try (RawPeer peer = new RawPeer(address)) {
            peer.send(PREAMBLE);
            peer.send(RawPeer.hello(0, 0, 0));
            peer.receivePreamble();
            return peer.receive().type() == RawPeer.HELLO;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void endsAConnectionOfAnotherProtocol() throws Exception {
        Endpoint impatient = impatientServer(); // some send fewer bytes than are needed to recognize their protocol
        for (String other : List.of(
                "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u0016\u0003\u0001\u0002\u0000\u0001", "JRMI\0\2K", "\0")) {
            try (RawPeer peer = new RawPeer(impatient.address())) {
                peer.send(other.getBytes(StandardCharsets.ISO_8859_1));
                peer.readToEnd();
            }
        }
    }

    @Test
    void endsALinkWhoseFirstFrameIsNotHello() throws Exception {
        for (byte[] first : List.of(frame(RawPeer.PING, 0, 1), RawPeer.call(1, 0, 0), frame(99, 0, 0))) {
            try (RawPeer peer = connection()) {
                peer.send(PREAMBLE);
                peer.send(first);
                peer.receivePreamble();
                assertThat(peer.goAway()).isEqualTo(PROTOCOL);
            }
        }
    }

    @Test
    void refusesInvalidHelloFrames() throws Exception {
        byte[] hello = RawPeer.hello(0, 0, 0);
        byte[] noCommonCodec = hello.clone();
        noCommonCodec[14 + 32 + 2] = 'x';
        byte[] manyCodecs = hello.clone();
        manyCodecs[14 + 32] = 0x7f;
        byte[] flagged = hello.clone();
        flagged[5] = 1;
        byte[] huge = frame(RawPeer.HELLO, 0, 0, to -> to.write(new byte[5000], 0, 5000));
        byte[] twoGigabytes = hello.clone();
        twoGigabytes[3] = 0x7f;
        for (byte[] bad : List.of(noCommonCodec, manyCodecs, flagged, huge, twoGigabytes)) {
            try (RawPeer peer = connection()) {
                peer.send(PREAMBLE);
                peer.send(bad);
                peer.receivePreamble();
                assertThat(peer.goAway()).isIn(PROTOCOL, LIMIT, REFUSED);
            }
        }
    }

    @Test
    void refusesALaneOfAnUnknownSession() throws Exception {
        try (RawPeer peer = connection()) {
            peer.send(PREAMBLE);
            peer.send(RawPeer.hello(1, 123, 456));
            peer.receivePreamble();
            assertThat(peer.goAway()).isEqualTo(UNKNOWN_SESSION);
        }
    }

    @Test
    void refusesALaneNumberThatIsInUseOrInvalid() throws Exception {
        try (RawPeer main = connection()) {
            main.send(PREAMBLE);
            main.send(RawPeer.hello(0, 0, 0));
            main.receivePreamble();
            In answer = main.receive().in();
            long high = answer.readLong();
            long low = answer.readLong();
            try (RawPeer lane = lane(1, high, low)) {
                assertThat(lane.receive().type()).isEqualTo(RawPeer.HELLO);
                for (long number : new long[] {1, -1, Long.MAX_VALUE}) {
                    try (RawPeer again = lane(number, high, low)) {
                        assertThat(again.goAway()).isIn(PROTOCOL, LIMIT);
                    }
                }
                try (RawPeer stranger = lane(2, high, low + 1)) {
                    assertThat(stranger.goAway()).isEqualTo(UNKNOWN_SESSION);
                }
                main.assertAlive();
                lane.send(frame(RawPeer.PING, 0, 1)); // a lane carries only calls
                assertThat(lane.goAway()).isEqualTo(PROTOCOL);
            }
            assertThat(main.goAway()).as("reason of the end of the session").isEqualTo(PROTOCOL);
        }
    }

    @Test
    void refusesALaneOfAnotherPeerThanThatOfItsSession() throws Exception {
        Path socket = folder.resolve("s");
        server.listenAt("unix:" + socket);
        try (SocketChannel main = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            main.write(ByteBuffer.wrap(PREAMBLE));
            main.write(ByteBuffer.wrap(RawPeer.hello(0, 0, 0)));
            ByteBuffer answer = ByteBuffer.allocate(8 + 14 + 16);
            while (answer.hasRemaining()) {
                assertThat(main.read(answer)).isPositive();
            }
            In token = new In(Arrays.copyOfRange(answer.array(), 8 + 14, answer.capacity()));
            try (RawPeer lane = lane(1, token.readLong(), token.readLong())) {
                assertThat(lane.goAway()).isEqualTo(REFUSED);
            }
        }
    }

    private RawPeer lane(long number, long high, long low) throws Exception {
        RawPeer lane = connection();
        lane.send(PREAMBLE);
        lane.send(RawPeer.hello(number, high, low));
        lane.receivePreamble();
        return lane;
    }

    @Test
    void survivesEachTruncationOfAHandshake() throws Exception {
        byte[] hello = RawPeer.hello(0, 0, 0);
        byte[] handshake = Arrays.copyOf(PREAMBLE, PREAMBLE.length + hello.length);
        System.arraycopy(hello, 0, handshake, PREAMBLE.length, hello.length);
        for (int length = 0; length < handshake.length; length++) {
            try (RawPeer peer = connection()) {
                peer.send(Arrays.copyOf(handshake, length));
            }
        }
    }

    @Test
    void survivesRandomBytesBeforeAndAfterAHandshake() throws Exception {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            try (RawPeer peer = connection()) {
                byte[] bytes = new byte[random.nextInt(1, 300)];
                random.nextBytes(bytes);
                int stage = random.nextInt(4);
                if (stage > 0) {
                    peer.send(PREAMBLE);
                }
                if (stage > 1) {
                    peer.send(RawPeer.hello(0, 0, 0));
                }
                if (stage > 2) { // a valid length, so that the frame is parsed
                    bytes = frame(random.nextInt(1, 13), 1 << random.nextInt(8), random.nextInt(4), to -> {
                        byte[] body = new byte[random.nextInt(60)];
                        random.nextBytes(body);
                        to.write(body, 0, body.length);
                    });
                }
                peer.send(bytes);
            } catch (IOException e) {
                // the server has already closed the connection
                assertThat(e).as("seed " + seed).isInstanceOf(java.net.SocketException.class);
            }
        }
    }
}
