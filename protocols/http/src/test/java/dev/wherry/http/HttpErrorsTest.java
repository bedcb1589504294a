package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.testsupport.Polling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpErrorsTest {
    private static final String TYPE = "Content-Type: application/json\r\n";
    private static Served served;

    @BeforeAll
    static void serves() {
        served = new Served(EndpointOptions.builder()
                .timeout(Duration.ofSeconds(20))
                .addServerInterceptor((call, chain) -> {
                    if (call.method().getName().equals("fail")) {
                        refuse((String) call.arguments().getFirst());
                    }
                    return chain.proceed(call);
                })
                .with(HttpOptions.builder()
                        .bodyBytes(1 << 20)
                        .allowOrigins("https://shop.example")
                        .build())
                .build());
    }

    private static void refuse(String how) {
        if (how.equals("busy")) {
            throw new CallException(Code.REFUSED, "busy").withRetryAfter(Duration.ofMillis(1500));
        }
        if (Stream.of(Code.values()).anyMatch(code -> code.name().equals(how))) {
            throw new CallException(Code.valueOf(how), how);
        }
    }

    @AfterAll
    static void closes() {
        served.close();
    }

    @ParameterizedTest
    @CsvSource({
        "runtime, 500, INTERNAL",
        "error, 500, INTERNAL",
        "INTERNAL, 500, INTERNAL",
        "REFUSED, 403, REFUSED",
        "busy, 429, REFUSED",
        "NOT_FOUND, 404, NOT_FOUND",
        "INVALID_CALL, 400, INVALID_CALL",
        "DEADLINE_EXCEEDED, 504, DEADLINE_EXCEEDED",
        "UNAVAILABLE, 503, UNAVAILABLE",
        "CANCELLED, 503, CANCELLED",
        "UNKNOWN_OUTCOME, 502, UNKNOWN_OUTCOME",
        "CODEC, 500, CODEC"
    })
    void answersFailuresAsProblems(String how, int status, String code) throws IOException {
        Wire.Answer answer = Wire.post(served.http, "/bank/fail", "{\"how\":\"" + how + "\"}");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(answer.text())
                .contains("\"status\":" + status)
                .contains("\"code\":\"" + code + "\"")
                .doesNotContain("secret")
                .doesNotContain("IllegalState")
                .doesNotContain("at dev.wherry");
        assertThat(answer.header("retry-after")).isEqualTo(how.equals("busy") ? "2" : null);
    }

    @Test
    void answersDeclaredExceptionsWithTheirProperties() throws IOException {
        Wire.Answer answer = Wire.post(served.http, "/bank/fail", "{\"how\":\"declared\"}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text())
                .isEqualTo(
                        "{\"type\":\"urn:wherry:exception:dev.wherry.http.Bank$NoFunds\",\"title\":\"Unprocessable Content\","
                                + "\"status\":422,\"detail\":\"not enough\",\"exception\":\"dev.wherry.http.Bank$NoFunds\","
                                + "\"properties\":{\"missing\":1,\"color\":\"GREEN\"}}");
    }

    @Test
    void endsCallsAtTheirDeadline() throws IOException {
        Wire.Answer answer = Wire.post(served.http, "/bank/sleep", "{\"millis\":60000}", "Wherry-Timeout: 50");
        assertThat(answer.status()).isEqualTo(504);
        Polling.until("the interrupt", () -> served.bank.interrupted.get() > 0);
        assertThat(Wire.post(served.http, "/bank/never", "{}", "Wherry-Timeout: 50")
                        .status())
                .isEqualTo(504);
        assertThat(Wire.post(served.http, "/bank/addOne", "[1]", "Wherry-Timeout: 0")
                        .status())
                .isEqualTo(400);
        assertThat(Wire.post(served.http, "/bank/addOne", "[1]", "Wherry-Timeout: soon")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /, 405",
        "POST, /nobody/addOne, 404",
        "POST, /bank/nothingLikeIt, 404",
        "POST, /bank, 404",
        "POST, /bank/addOne/, 400",
        "POST, /bank//addOne, 404",
        "POST, /bank/../bank/addOne, 404",
        "POST, /bank/hashCode, 404",
        "POST, /bank/getClass, 404",
        "GET, /bank/nothing, 405",
        "GET, /bank/addOne, 400",
        "GET, /bank/addOne?number=x, 400",
        "GET, /bank/addOne?number=1&number=2, 400",
        "GET, /bank/addOne?number=1&more=2, 400",
        "GET, /bank/addOne?number=%31%zz, 400",
        "GET, /bank/addOne?number=%ff, 400",
        "GET, /bank/%c3%28/addOne, 400",
        "PUT, /bank/addOne, 405",
        "DELETE, /bank/addOne, 405",
        "TRACE, /bank/addOne, 405",
        "CONNECT, /bank/addOne, 405",
        "BREW, /bank/addOne, 405",
        "PROPFIND, /bank/addOne, 405",
        "PRINT, /bank/addOne, 405",
        "OPTIONS, /bank/addOne, 204",
        "POST, /bank/watch, 501",
        "POST, /bank/stream, 501",
        "POST, /bank/same, 501",
        "POST, /bank/anything, 501",
        "GET, /health, 200",
        "POST, /health, 405",
        "GET, /metrics, 200",
        "GET, /openapi.json, 200",
        "GET, /, 200",
        "GET, /favicon.ico, 404"
    })
    void answersWithTheRightStatus(String method, String path, int status) throws IOException {
        int before = served.bank.calls.get();
        Wire.Answer answer = Wire.request(served.http, method, path);
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("allow") != null).isEqualTo(status == 405 || method.equals("OPTIONS"));
        assertThat(served.bank.calls.get()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Type: text/plain, 415",
        "Content-Type: application/x-www-form-urlencoded, 415",
        "Content-Type: application/json; charset=utf-16, 415",
        "Content-Type: application/json;charset=\"utf-8\", 200",
        "Content-Type: application/vnd.acme+json, 200",
        "Content-Encoding: br, 415",
        "Content-Encoding: identity, 200",
        "Content-Encoding: gzip, 400",
        "Accept: text/html, 406",
        "Accept: text/html;q=0.9; */*, 200",
        "Accept: application/json, 200",
        "Origin: https://evil.example, 403",
        "Origin: null, 403",
        "Origin: https://shop.example, 200",
        "Sec-Fetch-Site: cross-site, 403",
        "Expect: 100-continue, 200"
    })
    void checksHeaders(String header, int status) throws IOException {
        int before = served.bank.calls.get();
        try (Wire wire = new Wire(served.http)) {
            boolean typed = header.startsWith("Content-Type");
            Wire.Answer answer = wire.send(("POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + (typed ? "" : TYPE)
                                    + header + "\r\nContent-Length: 3\r\n\r\n[1]")
                            .getBytes(StandardCharsets.US_ASCII))
                    .answer();
            if (answer.status() == 100) {
                answer = wire.answer();
            }
            assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        }
        assertThat(served.bank.calls.get() - before).isEqualTo(status == 200 ? 1 : 0);
    }

    /** The body of a request that was answered without it, which could be taken for the next request. */
    @ParameterizedTest
    @CsvSource({
        "POST, /nobody/addOne, localhost, 404",
        "POST, /bank/addOne, evil.example, 403",
        "PUT, /bank/addOne, localhost, 405",
        "GET, /health, localhost, 200",
        "GET, /bank/addOne?number=1, localhost, 200"
    })
    void readsNoBodyAsARequestIfItsClientExpectedStatus100(String method, String path, String host, int status)
            throws IOException {
        String inner = "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE + "Content-Length: 3\r\n\r\n[1]";
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + TYPE
                + "Expect: 100-continue\r\nContent-Length: " + inner.length() + "\r\n\r\n";
        try (Wire wire = new Wire(served.http)) {
            Wire.Answer answer =
                    wire.send(head.getBytes(StandardCharsets.US_ASCII)).answer();
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.header("connection")).isEqualTo("close");
            int before = served.bank.calls.get();
            wire.send(inner.getBytes(StandardCharsets.US_ASCII));
            assertThat(wire.isClosed()).isTrue();
            assertThat(served.bank.calls.get()).isEqualTo(before);
        }
    }

    @Test
    void keepsAConnectionWhoseBodyWasReadAfterStatus100() throws IOException {
        String head = "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE
                + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\n";
        try (Wire wire = new Wire(served.http)) {
            for (int i = 0; i < 2; i++) {
                assertThat(wire.send(head.getBytes(StandardCharsets.US_ASCII))
                                .answer()
                                .status())
                        .isEqualTo(100);
                assertThat(wire.send("[1]".getBytes(StandardCharsets.US_ASCII))
                                .answer()
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void allowsListedOriginsAlone() throws IOException {
        Wire.Answer preflight = Wire.request(
                served.http,
                "OPTIONS",
                "/bank/addOne",
                "Origin: https://shop.example",
                "Access-Control-Request-Method: POST");
        assertThat(preflight.header("access-control-allow-origin")).isEqualTo("https://shop.example");
        assertThat(preflight.header("access-control-allow-methods")).contains("POST");
        Wire.Answer other = Wire.request(served.http, "OPTIONS", "/bank/addOne", "Origin: https://evil.example");
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.header("access-control-allow-origin")).isNull();
    }

    @Test
    void refusesBodiesThatAreTooLarge() throws IOException {
        int before = served.bank.calls.get();
        byte[] large = ("[1" + " ".repeat(1 << 20) + "]").getBytes(StandardCharsets.US_ASCII);
        assertThat(Wire.post(served.http, "/bank/addOne", large).status()).isEqualTo(413);
        String hidden = "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE + "Content-Length: 9999999\r\n\r\n"
                + "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE + "Content-Length: 3\r\n\r\n[1]";
        try (Wire wire = new Wire(served.http)) {
            assertThat(wire.send(hidden.getBytes(StandardCharsets.US_ASCII))
                            .answer()
                            .status())
                    .isEqualTo(413);
            assertThat(wire.isClosed()).isTrue();
        }
        String declared = "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE + "Content-Length: %s\r\n\r\n";
        assertThat(Wire.send(served.http, declared.formatted("1073741824")).status())
                .isEqualTo(413);
        assertThat(Wire.send(served.http, declared.formatted("999999999999999999"))
                        .status())
                .isEqualTo(413);
        assertThat(served.bank.calls.get()).isEqualTo(before);
    }

    @Test
    void refusesCompressedBombs() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 1_000; i++) {
                to.write(new byte[100_000]);
            }
        }
        Wire.Answer answer = Wire.post(served.http, "/bank/addOne", packed.toByteArray(), "Content-Encoding: gzip");
        assertThat(answer.status()).isEqualTo(413);
    }

    @Test
    void refusesCompressedBodiesThatAreLargeAndBecomeNothing() throws IOException {
        String head = "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE
                + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n";
        String endlessName = "\u001f\u008b\b\b\0\0\0\0\0\0";
        String name = "a".repeat(1 << 19);
        String body = "a\r\n" + endlessName + "\r\n" + ("80000\r\n" + name + "\r\n").repeat(3);
        try (Wire wire = new Wire(served.http)) {
            byte[] request = (head + body).getBytes(StandardCharsets.ISO_8859_1);
            assertThat(wire.send(request).answer().status()).isEqualTo(413);
        }
    }

    /** Requests that another server could understand in another way, or that are not HTTP. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE
                        + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE
                        + "Content-Length: 3\r\nContent-Length: 4\r\n\r\n[1] ",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE + "Content-Length: +3\r\n\r\n[1]",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE + "Content-Length: -3\r\n\r\n[1]",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE + "Content-Length: 0x3\r\n\r\n[1]",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE
                        + "Transfer-Encoding: xchunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE
                        + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE
                        + "Transfer-Encoding : chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n" + TYPE
                        + "Content-Length: 3\r\n\r\n[1]",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE
                        + "Transfer-Encoding: chunked\r\n\r\n-1\r\n[1]\r\n0\r\n\r\n",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE
                        + "Transfer-Encoding: chunked\r\n\r\nzz\r\n[1]\r\n0\r\n\r\n",
                "POST /bank/addOne HTTP/1.1\r\n" + TYPE + "Content-Length: 3\r\n\r\n[1]",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n" + TYPE + "Content-Length: 3\r\n\r\n[1]",
                "POST /bank/addOne HTTP/1.0\r\nHost: localhost\r\n" + TYPE + "Content-Length: 3\r\n\r\n[1]",
                "POST /bank/addOne HTTP/9.9\r\nHost: localhost\r\n" + TYPE + "Content-Length: 3\r\n\r\n[1]",
                "POST /bank/addOne\r\n\r\n[1]",
                "POST  /bank/addOne HTTP/1.1\r\nHost: localhost\r\n" + TYPE + "Content-Length: 3\r\n\r\n[1]",
                "POST /bank/add\u0001One HTTP/1.1\r\nHost: localhost\r\n" + TYPE + "Content-Length: 3\r\n\r\n[1]",
                "POST /bank/addOne HTTP/1.1\r\nHost: localhost\r\nX\u0000: y\r\n" + TYPE
                        + "Content-Length: 3\r\n\r\n[1]",
                "GET http://other/bank/addOne?number=1 HTTP/1.1\r\nHost: x\u0000\r\n\r\n",
            })
    void refusesRequestsThatCanBeUnderstoodInTwoWays(String request) throws IOException {
        int before = served.bank.calls.get();
        try (Wire wire = new Wire(served.http)) {
            wire.send(request.getBytes(StandardCharsets.ISO_8859_1));
            Wire.Answer answer = wire.answer();
            assertThat(answer.status()).isBetween(400, 505).isNotEqualTo(500);
            assertThat(wire.isClosed()).isTrue();
        }
        assertThat(served.bank.calls.get()).isEqualTo(before);
    }

    @Test
    void refusesFloodsOfHeaders() throws IOException {
        StringBuilder many = new StringBuilder("GET /bank/addOne?number=1 HTTP/1.1\r\nHost: localhost\r\n");
        for (int i = 0; i < 100_000; i++) {
            many.append("X-").append(i).append(": y\r\n");
        }
        Wire.Answer refused = Wire.send(served.http, many + "\r\n");
        assertThat(refused.status()).isEqualTo(431);
        assertThat(refused.text()).contains("\"title\":\"Request Header Fields Too Large\"");
        assertThat(Wire.send(
                                served.http,
                                "GET /bank/addOne?number=1 HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(100_000)
                                        + "\r\n\r\n")
                        .status())
                .isEqualTo(431);
        assertThat(Wire.send(served.http, "GET /" + "a".repeat(100_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .status())
                .isEqualTo(414);
    }
}
