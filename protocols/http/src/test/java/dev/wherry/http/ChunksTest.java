package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

    @Test
    void countsChunksThatArePartlySentAgainstTheMemoryForAllBodies() throws IOException {
        Limits limits =
                Limits.builder().messageBytes(100_000).inboundBytes(250_000).build();
        String partly = HEAD + Integer.toHexString(100_000) + "\r\n[";
        List<Wire> wires = new ArrayList<>();
        try (Served small = new Served(EndpointOptions.builder().limits(limits).build())) {
            List<CompletableFuture<Integer>> statuses = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Wire wire = new Wire(small.http);
                wires.add(wire);
                wire.send(partly.getBytes(StandardCharsets.US_ASCII));
                statuses.add(CompletableFuture.supplyAsync(() -> status(wire), Thread::startVirtualThread));
            }
            Polling.until(
                    "two of the four are refused",
                    () -> statuses.stream()
                                    .filter(each -> each.getNow(0) == 503)
                                    .count()
                            == 2);
            for (Wire each : wires) {
                each.close();
            }
            String whole = Integer.toHexString(100_000) + "\r\n[1]" + " ".repeat(99_997) + "\r\n0\r\n\r\n";
            Polling.until("there is capacity again", () -> {
                try (Wire wire = new Wire(small.http)) {
                    return status(wire.send((HEAD + whole).getBytes(StandardCharsets.US_ASCII))) == 200;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } finally {
            for (Wire each : wires) {
                each.close();
            }
        }
    }

    /** Returns the status of the answer; -1 if the connection ends without one. */
    private static int status(Wire wire) {
        try {
            return wire.answer().status();
        } catch (IOException e) {
            return -1;
        }
    }
}
