package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.PREAMBLE;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
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

/** What answers a Hello is none, or not whole: who connects is told at once, and may try again. */
class ServerGreetingsTest extends RawServerSetUp {
    private static final byte[] GREETING = joined(PREAMBLE, RawPeer.hello(0, 1, 2));

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** The greeting that the session of the set-up has had is not what is meant here. */
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
        asked.hearPreamble();
        assertThat(asked.hear().type()).isEqualTo(RawPeer.HELLO);
        return asked;
    }

    /** That this answer is refused, and the connection closed. */
    private void assertRefuses(Code code, byte[] answer) throws Exception {
        Running<Odd> lookup = lookup();
        RawPeer asked = asked();
        asked.say(answer);
        assertThat(assertFails(lookup, code)).hasMessageContaining(server.address());
        asked.hearToTheEnd();
    }

    private void assertConnects() throws Exception {
        super.connect();
        assertGoesOn();
    }

    @Test
    void isToldOfAConnectionThatClosesAnywhereInItsGreeting() throws Exception {
        for (int length = 0; length < GREETING.length; length++) {
            Running<Odd> lookup = lookup();
            try (RawPeer asked = asked()) {
                asked.say(Arrays.copyOf(GREETING, length));
            }
            assertFails(lookup, Code.UNAVAILABLE);
        }
        assertConnects();
    }

    @Test
    void isToldOfAGreetingThatDoesNotComeWithinTheLimit() throws Exception {
        Endpoint hasty = endpoints.watch(Endpoint.create(options().toBuilder()
                .limits(HostileSetUp.LIMITS.toBuilder()
                        .handshakes(16)
                        .handshakeTime(Duration.ofMillis(300))
                        .build())
                .build()));
        for (int length : List.of(0, 3, PREAMBLE.length, GREETING.length - 1)) {
            Running<Odd> lookup = lookup(hasty);
            RawPeer asked = asked();
            asked.say(Arrays.copyOf(GREETING, length));
            assertThat(assertFails(lookup, Code.UNAVAILABLE)).hasMessageContaining("handshakeTime");
            asked.hearToTheEnd();
        }
    }

    @Test
    void isToldOfAnotherVersion() throws Exception {
        for (int version : List.of(0, 2, 255)) {
            byte[] other = GREETING.clone();
            other[4] = (byte) version;
            assertRefuses(Code.UNAVAILABLE, other);
        }
        assertConnects();
    }

    @Test
    void isToldOfAnotherProtocol() throws Exception {
        for (String other : List.of("HTTP/1.1 400 Bad Request\r\n\r\n", "\u0015\u0003\u0001", "N\0\01", "\0")) {
            assertRefuses(Code.UNAVAILABLE, other.getBytes(StandardCharsets.ISO_8859_1));
        }
        assertConnects();
    }

    @Test
    void isToldOfHellosThatCannotBe() throws Exception {
        byte[] hello = RawPeer.hello(0, 1, 2);
        byte[] neverOffered = hello.clone();
        neverOffered[14 + 32 + 2] = 'x';
        byte[] manyCodecs = hello.clone();
        manyCodecs[14 + 32] = 0x7f;
        byte[] noCodec = joined(Arrays.copyOf(hello, 14 + 32), new byte[20]);
        noCodec[0] = (byte) (noCodec.length - 4);
        byte[] flagged = hello.clone();
        flagged[5] = 1;
        byte[] twoGigabytes = hello.clone();
        twoGigabytes[3] = 0x7f;
        byte[] huge = frame(RawPeer.HELLO, 0, 0, to -> to.write(new byte[5000], 0, 5000));
        for (byte[] bad : List.of(
                neverOffered,
                manyCodecs,
                noCodec,
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
    void isToldWhyItIsRefused() throws Exception {
        Running<Odd> lookup = lookup();
        asked().say(joined(PREAMBLE, RawPeer.goAway(RawPeer.Reason.REFUSED)));
        assertThat(assertFails(lookup, Code.REFUSED)).hasMessageContaining("sent by a test");
        assertConnects();
    }

    @Test
    void isToldOfAConnectionThatEndsRightAfterItsGreeting() throws Exception {
        for (byte[] after : List.of(new byte[0], frame(99, 0, 0), RawPeer.goAway(RawPeer.Reason.LIMIT), GREETING)) {
            for (int i = 0; i < 20; i++) {
                // Not a lookup: that tries once more.
                Running<?> bound =
                        Running.start(() -> client.connect(server.address()).bound());
                try (RawPeer asked = asked()) {
                    asked.say(joined(GREETING, after));
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
    void isToldOfRandomBytes() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(1, 200)];
            random.nextBytes(bytes);
            Running<Odd> lookup = lookup();
            try (RawPeer asked = asked()) {
                asked.say(seed % 2 == 0 ? bytes : joined(PREAMBLE, bytes));
            }
            assertThat(assertFailsSomehow(lookup)).as("seed " + seed).isEqualTo(Code.UNAVAILABLE);
        }
        assertConnects();
    }
}
