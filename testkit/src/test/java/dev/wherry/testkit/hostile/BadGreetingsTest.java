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

/** What comes before or in place of a Hello. */
class BadGreetingsTest extends HostileSetUp {
    @TempDir
    Path folder;

    @Test
    void greetsOneByteAtATime() throws Exception {
        try (RawPeer peer = connected()) {
            for (byte one : PREAMBLE) {
                peer.say(new byte[] {one});
            }
            for (byte one : RawPeer.hello(0, 0, 0)) {
                peer.say(new byte[] {one});
            }
            peer.hearPreamble();
            assertThat(peer.hear().type()).isEqualTo(RawPeer.HELLO);
            peer.assertAlive();
        }
    }

    @Test
    void refusesAnotherProtocolByItsFirstWrongByte() throws Exception {
        for (byte[] start : List.of(new byte[] {0}, new byte[] {'J'}, new byte[] {(byte) 0xa7, 'W', 'R', 'X'})) {
            try (RawPeer peer = connected()) {
                peer.say(start);
                peer.hearPreamble();
                assertThat(peer.goAway()).isEqualTo(PROTOCOL);
            }
        }
    }

    @Test
    void tellsItsVersionToOnesThatSpeakAnother() throws Exception {
        for (int version : List.of(0, 2, 255)) {
            byte[] other = PREAMBLE.clone();
            other[4] = (byte) version;
            try (RawPeer peer = connected()) {
                peer.say(other);
                peer.hearPreamble();
                assertThat(peer.goAway()).isEqualTo(VERSION);
            }
        }
    }

    @Test
    void endsASilentConnectionWithinTheLimit() throws Exception {
        Endpoint hasty = hasty();
        byte[] hello = RawPeer.hello(0, 0, 0);
        byte[] greeting = Arrays.copyOf(PREAMBLE, PREAMBLE.length + 20);
        System.arraycopy(hello, 0, greeting, PREAMBLE.length, 20);
        for (int length : List.of(0, 5, PREAMBLE.length, greeting.length)) {
            try (RawPeer peer = new RawPeer(hasty.address())) {
                peer.say(Arrays.copyOf(greeting, length));
                peer.hearToTheEnd();
            }
        }
    }

    @Test
    void isNotBlockedByManySilentConnections() throws Exception {
        Endpoint hasty = hasty();
        List<RawPeer> silent = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            silent.add(new RawPeer(hasty.address()));
        }
        for (RawPeer peer : silent) {
            peer.hearToTheEnd();
            peer.close();
        }
        // On a busy machine a greeting of ours may be late, too.
        Await.until("a greeting to be answered", () -> greets(hasty.address()));
    }

    private static boolean greets(URI address) {
        try (RawPeer peer = new RawPeer(address)) {
            peer.say(PREAMBLE);
            peer.say(RawPeer.hello(0, 0, 0));
            peer.hearPreamble();
            return peer.hear().type() == RawPeer.HELLO;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void endsAConnectionThatSpeaksSomethingElse() throws Exception {
        Endpoint hasty = hasty(); // some say less than would tell what they are
        for (String other : List.of(
                "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u0016\u0003\u0001\u0002\u0000\u0001", "JRMI\0\2K", "\0")) {
            try (RawPeer peer = new RawPeer(hasty.address())) {
                peer.say(other.getBytes(StandardCharsets.ISO_8859_1));
                peer.hearToTheEnd();
            }
        }
    }

    @Test
    void endsALinkWithAnythingButHelloFirst() throws Exception {
        for (byte[] first : List.of(frame(RawPeer.PING, 0, 1), RawPeer.call(1, 0, 0), frame(99, 0, 0))) {
            try (RawPeer peer = connected()) {
                peer.say(PREAMBLE);
                peer.say(first);
                peer.hearPreamble();
                assertThat(peer.goAway()).isEqualTo(PROTOCOL);
            }
        }
    }

    @Test
    void refusesHellosThatCannotBe() throws Exception {
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
            try (RawPeer peer = connected()) {
                peer.say(PREAMBLE);
                peer.say(bad);
                peer.hearPreamble();
                assertThat(peer.goAway()).isIn(PROTOCOL, LIMIT, REFUSED);
            }
        }
    }

    @Test
    void refusesALaneOfAnUnknownSession() throws Exception {
        try (RawPeer peer = connected()) {
            peer.say(PREAMBLE);
            peer.say(RawPeer.hello(1, 123, 456));
            peer.hearPreamble();
            assertThat(peer.goAway()).isEqualTo(UNKNOWN_SESSION);
        }
    }

    @Test
    void refusesALaneNumberThatIsTakenOrCannotBe() throws Exception {
        try (RawPeer main = connected()) {
            main.say(PREAMBLE);
            main.say(RawPeer.hello(0, 0, 0));
            main.hearPreamble();
            In answer = main.hear().in();
            long high = answer.readLong();
            long low = answer.readLong();
            try (RawPeer lane = lane(1, high, low)) {
                assertThat(lane.hear().type()).isEqualTo(RawPeer.HELLO);
                for (long number : new long[] {1, -1, Long.MAX_VALUE}) {
                    try (RawPeer again = lane(number, high, low)) {
                        assertThat(again.goAway()).isIn(PROTOCOL, LIMIT);
                    }
                }
                try (RawPeer stranger = lane(2, high, low + 1)) {
                    assertThat(stranger.goAway()).isEqualTo(UNKNOWN_SESSION);
                }
                main.assertAlive();
                lane.say(frame(RawPeer.PING, 0, 1)); // nothing but calls on a lane
                assertThat(lane.goAway()).isEqualTo(PROTOCOL);
            }
            assertThat(main.goAway()).as("the session ends with it").isEqualTo(PROTOCOL);
        }
    }

    @Test
    void refusesALaneOfAnotherPeerThanItsSessions() throws Exception {
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
        RawPeer lane = connected();
        lane.say(PREAMBLE);
        lane.say(RawPeer.hello(number, high, low));
        lane.hearPreamble();
        return lane;
    }

    @Test
    void survivesEveryTruncationOfAGreeting() throws Exception {
        byte[] hello = RawPeer.hello(0, 0, 0);
        byte[] greeting = Arrays.copyOf(PREAMBLE, PREAMBLE.length + hello.length);
        System.arraycopy(hello, 0, greeting, PREAMBLE.length, hello.length);
        for (int length = 0; length < greeting.length; length++) {
            try (RawPeer peer = connected()) {
                peer.say(Arrays.copyOf(greeting, length));
            }
        }
    }

    @Test
    void survivesRandomBytesBeforeAndAfterAGreeting() throws Exception {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            try (RawPeer peer = connected()) {
                byte[] bytes = new byte[random.nextInt(1, 300)];
                random.nextBytes(bytes);
                int stage = random.nextInt(4);
                if (stage > 0) {
                    peer.say(PREAMBLE);
                }
                if (stage > 1) {
                    peer.say(RawPeer.hello(0, 0, 0));
                }
                if (stage > 2) { // a length that can be, so that the frame is looked into
                    bytes = frame(random.nextInt(1, 13), 1 << random.nextInt(8), random.nextInt(4), to -> {
                        byte[] body = new byte[random.nextInt(60)];
                        random.nextBytes(body);
                        to.write(body, 0, body.length);
                    });
                }
                peer.say(bytes);
            } catch (IOException e) {
                assertThat(e).as("seed " + seed).isInstanceOf(java.net.SocketException.class); // it has gone already
            }
        }
    }
}
