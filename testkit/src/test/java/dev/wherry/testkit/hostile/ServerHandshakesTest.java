package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.PREAMBLE;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Missing, invalid or incomplete answers to a Hello frame: the connecting client gets a failure at once, and may try
 * again.
 */
class ServerHandshakesTest extends RawServerSetUp {
    private static final byte[] HANDSHAKE = joined(PREAMBLE, RawPeer.hello(0, 1, 2));

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** Does nothing: these tests make their own connections. */
    @Override
    void connect() {}

    private Running<Odd> lookup() {
        return lookup(client);
    }

    private Running<Odd> lookup(Endpoint by) {
        return Running.start(() -> by.lookup(server.address() + "/odd", Odd.class));
    }

    private RawPeer asked() throws IOException {
        RawPeer asked = server.accept();
        asked.receivePreamble();
        assertThat(asked.receive().type()).isEqualTo(RawPeer.HELLO);
        return asked;
    }

    /** Asserts that this answer is refused and that the connection is closed. */
    private void assertRefuses(Code code, byte[] answer) throws Exception {
        Running<Odd> lookup = lookup();
        RawPeer asked = asked();
        asked.send(answer);
        assertThat(assertFails(lookup, code)).hasMessageContaining(server.address());
        asked.readToEnd();
    }

    private void assertConnects() throws Exception {
        super.connect();
        assertContinues();
    }

    @Test
    void failsIfTheConnectionClosesWithinTheHandshake() throws Exception {
        for (int length = 0; length < HANDSHAKE.length; length++) {
            Running<Odd> lookup = lookup();
            try (RawPeer asked = asked()) {
                asked.send(Arrays.copyOf(HANDSHAKE, length));
            }
            assertFails(lookup, Code.UNAVAILABLE);
        }
        assertConnects();
    }

    @Test
    void failsIfTheHandshakeExceedsItsTimeLimit() throws Exception {
        Endpoint impatient = endpoints.watch(Endpoint.create(options().toBuilder()
                .limits(HostileSetUp.LIMITS.toBuilder()
                        .handshakes(16)
                        .handshakeTime(Duration.ofMillis(300))
                        .build())
                .build()));
        for (int length : List.of(0, 3, PREAMBLE.length, HANDSHAKE.length - 1)) {
            Running<Odd> lookup = lookup(impatient);
            RawPeer asked = asked();
            asked.send(Arrays.copyOf(HANDSHAKE, length));
            assertThat(assertFails(lookup, Code.UNAVAILABLE)).hasMessageContaining("handshakeTime");
            asked.readToEnd();
        }
    }

    @Test
    void failsForAnotherVersion() throws Exception {
        for (int version : List.of(0, 2, 255)) {
            byte[] other = HANDSHAKE.clone();
            other[4] = (byte) version;
            assertRefuses(Code.UNAVAILABLE, other);
        }
        assertConnects();
    }

    @Test
    void failsForAnotherProtocol() throws Exception {
        for (String other : List.of("HTTP/1.1 400 Bad Request\r\n\r\n", "\u0015\u0003\u0001", "N\0\01", "\0")) {
            assertRefuses(Code.UNAVAILABLE, other.getBytes(StandardCharsets.ISO_8859_1));
        }
        assertConnects();
    }

    @Test
    void failsForInvalidHelloFrames() throws Exception {
        byte[] hello = RawPeer.hello(0, 1, 2);
        byte[] neverOffered = hello.clone();
        neverOffered[14 + 32 + 2] = 'x';
        byte[] manyCodecs = hello.clone();
        manyCodecs[14 + 32] = 0x7f;
        byte[] noCodec = joined(Arrays.copyOf(hello, 14 + 32), new byte[20]);
        noCodec[0] = (byte) (noCodec.length - 4);
        byte[] codec = Arrays.copyOfRange(hello, 14 + 32 + 1, 14 + 32 + 9);
        byte[] twoCodecs = joined(
                Arrays.copyOf(hello, 14 + 32),
                new byte[] {2},
                codec,
                Arrays.copyOfRange(hello, 14 + 32 + 1, hello.length));
        twoCodecs[0] = (byte) (twoCodecs.length - 4);
        byte[] flagged = hello.clone();
        flagged[5] = 1;
        byte[] twoGigabytes = hello.clone();
        twoGigabytes[3] = 0x7f;
        byte[] huge = frame(RawPeer.HELLO, 0, 0, to -> to.write(new byte[5000], 0, 5000));
        for (byte[] bad : List.of(
                neverOffered,
                manyCodecs,
                noCodec,
                twoCodecs,
                flagged,
                twoGigabytes,
                huge,
                frame(RawPeer.PING, 0, 1),
                frame(RawPeer.GOAWAY, 0, 0, to -> to.writeByte(77)),
                frame(99, 0, 0))) {
            assertRefuses(Code.UNAVAILABLE, joined(PREAMBLE, bad));
        }
        assertConnects();
    }

    @Test
    void reportsTheReasonOfARefusal() throws Exception {
        // Not a lookup, which connects once more if the first connection fails at a certain moment.
        Running<Peer> connecting = Running.start(() -> client.connect(server.address()));
        asked().send(joined(PREAMBLE, RawPeer.goAway(RawPeer.Reason.REFUSED)));
        assertThat(assertFails(connecting, Code.REFUSED)).hasMessageContaining("sent by a test");
        assertConnects();
    }

    @Test
    void failsIfTheConnectionEndsAfterTheHandshake() throws Exception {
        for (byte[] after : List.of(new byte[0], frame(99, 0, 0), RawPeer.goAway(RawPeer.Reason.LIMIT), HANDSHAKE)) {
            for (int i = 0; i < 20; i++) {
                // Not a lookup, which would retry.
                Running<?> bound =
                        Running.start(() -> client.connect(server.address()).bound());
                try (RawPeer asked = asked()) {
                    asked.send(joined(HANDSHAKE, after));
                }
                assertThat(assertFailsSomehow(bound)).isIn(Code.UNAVAILABLE, Code.UNKNOWN_OUTCOME);
            }
        }
        Await.until("no session left", () -> client.statistics().sessions() == 0);
        assertConnects();
    }

    private static Code assertFailsSomehow(Running<?> call) {
        Throwable failure = call.failure();
        assertThat(failure).isInstanceOf(CallException.class);
        return ((CallException) failure).code();
    }

    @Test
    void failsForRandomBytes() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(1, 200)];
            random.nextBytes(bytes);
            // Not a lookup, which would retry.
            Running<?> connected = Running.start(() -> client.connect(server.address()));
            try (RawPeer asked = asked()) {
                asked.send(seed % 2 == 0 ? bytes : joined(PREAMBLE, bytes));
            }
            assertThat(assertFailsSomehow(connected)).as("seed " + seed).isEqualTo(Code.UNAVAILABLE);
        }
        assertConnects();
    }
}
