package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.Identity;
import dev.wherry.TokenVerifier.Verified;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller who may not call makes no object of an argument's class. */
class PermissionFirstTest {
    private static final AtomicInteger CONSTRUCTED = new AtomicInteger();
    private static final AtomicInteger COUNTED = new AtomicInteger();
    private static Endpoint server;
    private static URI http;

    record Part(String text) {
        Part {
            CONSTRUCTED.incrementAndGet();
        }
    }

    interface Taking {
        String take(Part part);

        @Idempotent
        int count();

        String more(Part part);

        String more(Part part, int number);

        @POST
        @Path("parts")
        String put(Part part);
    }

    private static final class Taker implements Taking {
        @Override
        public String take(Part part) {
            return part.text();
        }

        @Override
        public int count() {
            return COUNTED.incrementAndGet();
        }

        @Override
        public String more(Part part) {
            return part.text();
        }

        @Override
        public String more(Part part, int number) {
            return part.text() + number;
        }

        @Override
        public String put(Part part) {
            return part.text();
        }
    }

    @BeforeAll
    static void serves() {
        server = Endpoint.create(EndpointOptions.builder()
                .tokens(PermissionFirstTest::verified)
                .addAuthorizer(request -> {
                    if (!"ann".equals(request.peer().name())) {
                        throw new CallException(Code.REFUSED, "Only ann may call");
                    }
                })
                .build());
        server.bind("taker", Taking.class, new Taker());
        http = server.listenAt("http://127.0.0.1:0");
    }

    private static Verified verified(String token) {
        if (!token.equals("right")) {
            throw new CallException(Code.UNAUTHENTICATED, "The token is wrong");
        }
        return new Verified(Identity.of("token", "ann"), Instant.MAX);
    }

    @AfterAll
    static void closes() {
        server.close();
    }

    @BeforeEach
    void forgets() {
        CONSTRUCTED.set(0);
        COUNTED.set(0);
    }

    @Test
    void decodesNothingOfACallerWithoutPermission() throws IOException {
        assertStatus(403);
        assertThat(CONSTRUCTED.get()).isZero();
    }

    @Test
    void decodesNothingBesideAForgedToken() throws IOException {
        assertStatus(401, "Authorization: Bearer forged");
        assertThat(CONSTRUCTED.get()).isZero();
    }

    @Test
    void refusesBeforeItFindsMistakesInArguments() throws IOException {
        assertThat(Wire.post(http, "/taker/take", "{\"part\":{\"wrong\":1}}").status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"q\":1}", "", "[1]", "{\"q\":"})
    void namesOverloadsToCallersWithPermissionAlone(String body) throws IOException {
        Wire.Answer refused = Wire.post(http, "/taker/more", body);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text()).doesNotContain("number");
        Wire.Answer forged = Wire.post(http, "/taker/more", body, "Authorization: Bearer forged");
        assertThat(forged.status()).isEqualTo(401);
        assertThat(forged.text()).doesNotContain("number");
        assertThat(Wire.post(http, "/taker/more", body, "Authorization: Bearer right")
                        .status())
                .isEqualTo(400);
    }

    private static int statusWithoutBody(String path, String header) throws IOException {
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header
                + "Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 1000000\r\n\r\n";
        return Wire.send(http, head).status();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/taker/take", "/taker/more", "/parts"})
    void refusesAForgedTokenBeforeItReadsTheBody(String path) throws IOException {
        assertThat(statusWithoutBody(path, "Authorization: Bearer forged\r\n")).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/taker/take", "/parts"})
    void refusesACallerWithoutPermissionBeforeItReadsTheBody(String path) throws IOException {
        assertThat(statusWithoutBody(path, "")).isEqualTo(403);
    }

    @Test
    void decodesTheArgumentsOfAnAllowedCall() throws IOException {
        assertStatus(200, "Authorization: Bearer right");
        assertThat(CONSTRUCTED.get()).isEqualTo(4);
        Wire.Answer mistaken =
                Wire.post(http, "/taker/take", "{\"part\":{\"wrong\":1}}", "Authorization: Bearer right");
        assertThat(mistaken.status()).isEqualTo(400);
        assertThat(mistaken.text()).contains("wrong");
    }

    @Test
    void refusesArgumentsOfAMethodWithoutParametersBeforeItRuns() throws IOException {
        String right = "Authorization: Bearer right";
        byte[] notUtf8 = {(byte) 0xff, (byte) 0xfe};
        for (String body : new String[] {"{\"x\":[", "{\"x\":1}", "[1]", "1", "{} {}"}) {
            assertThat(Wire.post(http, "/taker/count", body, right).status())
                    .as(body)
                    .isEqualTo(400);
            assertThat(Wire.post(http, "/taker/count", body).status()).as(body).isEqualTo(403);
        }
        assertThat(Wire.post(http, "/taker/count", notUtf8, right).status()).isEqualTo(400);
        assertThat(Wire.get(http, "/taker/count?more=1", right).status()).isEqualTo(400);
        assertThat(Wire.get(http, "/taker/count?more=1").status()).isEqualTo(403);
        assertThat(COUNTED.get()).isZero();
        for (String body : new String[] {"", "{}", "[]"}) {
            assertThat(Wire.post(http, "/taker/count", body, right).status()).isEqualTo(200);
        }
        assertThat(Wire.get(http, "/taker/count", right).text()).isEqualTo("4");
    }

    private static void assertStatus(int status, String... headers) throws IOException {
        String part = "{\"part\":{\"text\":\"x\"}}";
        assertThat(Wire.post(http, "/taker/take", part, headers).status()).isEqualTo(status);
        assertThat(Wire.post(http, "/taker/more", part, headers).status()).isEqualTo(status);
        assertThat(Wire.post(http, "/taker/more", "{\"part\":{\"text\":\"x\"},\"number\":1}", headers)
                        .status())
                .isEqualTo(status);
        assertThat(Wire.post(http, "/parts", "{\"text\":\"x\"}", headers).status())
                .isEqualTo(status);
    }
}
