package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies in chunks, which a proxy on the way must understand as the server does. */
class ChunksTest {
    private static final String HEAD =
            "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n";

    private static Served served;

    @BeforeAll
    static void serve() {
        served = Served.usual();
    }

    @AfterAll
    static void end() {
        served.close();
    }

    private static Wire send(String body) throws IOException {
        return new Wire(served.http).send((HEAD + body).getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3\r\n[1]\r\n0\r\n\r\n",
                "0003\r\n[1]\r\n0\r\n\r\n",
                "3;name=value\r\n[1]\r\n0;last\r\n\r\n",
                "1\r\n[\r\n2\r\n1]\r\n0\r\n\r\n"
            })
    void readsChunksAndIgnoresTheirExtensions(String body) throws IOException {
        try (Wire wire = send(body)) {
            assertThat(wire.answer().status()).isEqualTo(200);
            assertThat(wire.send(get()).answer().status()).isEqualTo(200);
        }
    }

    private static byte[] get() {
        return "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+3\r\n[1]\r\n0\r\n\r\n",
                "-1\r\n[1]\r\n0\r\n\r\n",
                "0x3\r\n[1]\r\n0\r\n\r\n",
                " 3\r\n[1]\r\n0\r\n\r\n",
                "3 \r\n[1]\r\n0\r\n\r\n",
                "3 ;a\r\n[1]\r\n0\r\n\r\n",
                "3;a\u0001\r\n[1]\r\n0\r\n\r\n",
                "3;a\n[1]\r\n0\r\n\r\n",
                "3\r[1]\r\n0\r\n\r\n",
                "\u0663\r\n[1]\r\n0\r\n\r\n",
                "3\r\n[1]xx0\r\n\r\n",
                "2\r\n[1]\r\n0\r\n\r\n",
                "00000003\r\n[1]\r\n0\r\n\r\n",
                "ffffffff\r\n[1]\r\n0\r\n\r\n",
                "\r\n\r\n"
            })
    void refusesOtherSizes(String body) throws IOException {
        int before = served.bank.calls.get();
        try (Wire wire = send(body)) {
            assertThat(wire.answer().status()).isEqualTo(400);
            assertThat(wire.isClosed()).isTrue();
        }
        assertThat(served.bank.calls.get()).isEqualTo(before);
    }

    @Test
    void refusesALineWithoutEnd() throws IOException {
        try (Wire wire = send("3;" + "a".repeat(300))) {
            assertThat(wire.answer().status()).isEqualTo(400);
        }
    }

    @Test
    void refusesAChunkThatIsLargerThanABodyBeforeItIsSent() throws IOException {
        try (Wire wire = send("fffffff\r\n[1]")) {
            assertThat(wire.answer().status()).isEqualTo(413);
        }
    }
}
