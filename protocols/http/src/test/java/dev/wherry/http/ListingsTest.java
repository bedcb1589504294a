package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Authorizer;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.TokenVerifier.Verified;
import dev.wherry.testsupport.LogRecorder;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Authorizers decide about names and interfaces over HTTP, as they do in the native protocol. */
class ListingsTest {
    private static final String ANN = "Authorization: Bearer right";

    /** Serves calls and listings of those whom an authorizer allows. One of them has the token {@code right}. */
    static Served served(Authorizer authorizer) {
        return new Served(EndpointOptions.builder()
                .tokens(ListingsTest::verified)
                .addAuthorizer(authorizer)
                .build());
    }

    private static Verified verified(String token) {
        if (!token.equals("right")) {
            throw new CallException(Code.UNAUTHENTICATED, "The token is wrong");
        }
        return new Verified(Identity.of("token", "ann"), Instant.MAX);
    }

    static void onlyAnn(Authorizer.Request request) {
        if (!"ann".equals(request.peer().name())) {
            throw new CallException(Code.REFUSED, "Only ann may list");
        }
    }

    @ParameterizedTest
    @CsvSource({"/openapi.json", "/metrics"})
    void listsForThoseWhomAuthorizersAllow(String path) throws IOException {
        try (Served served = served(ListingsTest::onlyAnn)) {
            Wire.Answer refused = Wire.get(served.http, path);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.text()).contains("Only ann").doesNotContain("addOne");
            assertThat(Wire.get(served.http, path, "Authorization: Bearer wrong")
                            .status())
                    .isEqualTo(401);
            assertThat(Wire.get(served.http, path, ANN).status()).isEqualTo(200);
            assertThat(Wire.get(served.http, path, ANN, "X-Forwarded-For: 192.0.2.1")
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void showsThePageWithoutNamesToThosePeersWhoMayList() throws IOException {
        try (Served served = served(ListingsTest::onlyAnn)) {
            Wire.Answer page = Wire.get(served.http, "/");
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text()).doesNotContain("bank");
            assertThat(Wire.get(served.http, "/", ANN, "X-Forwarded-For: 192.0.2.1")
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void asksAuthorizersAboutTheRegistry() throws IOException {
        List<String> asked = new CopyOnWriteArrayList<>();
        try (Served served = served(
                request -> asked.add(request.target() + " " + request.method().getName()))) {
            Wire.get(served.http, "/openapi.json");
            Wire.get(served.http, "/metrics");
        }
        assertThat(asked).containsExactly("the registry describe", "the registry statistics");
    }

    @Test
    void recordsRefusedListingsInTheAudit() throws IOException {
        try (Served served = served(ListingsTest::onlyAnn);
                LogRecorder log = new LogRecorder("dev.wherry.audit")) {
            boolean found = false;
            for (int i = 0; i < 2_000 && !found; i++) { // of many in a second, also of other tests, some are held back
                assertThat(Wire.get(served.http, "/metrics").status()).isEqualTo(403);
                found = log.texts()
                        .anyMatch(each -> each.contains("REFUSED identity=address:127.0.0.1:")
                                && each.contains("target=\"the registry\" method=statistics"));
            }
            assertThat(found).isTrue();
        }
    }

    @Test
    void answersAProblemIfAnAuthorizerFails() throws IOException {
        try (Served served = served(_ -> {
            throw new IllegalStateException("secret");
        })) {
            Wire.Answer answer = Wire.get(served.http, "/openapi.json");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).contains("INTERNAL").doesNotContain("secret");
        }
    }

    @Test
    void namesNothingInA404ToThoseWhoMayNotList() throws IOException {
        try (Served served = served(ListingsTest::onlyAnn)) {
            assertThat(Wire.get(served.http, "/nobody/call").text()).doesNotContain("bank");
        }
        try (Served served = Served.usual()) {
            assertThat(Wire.get(served.http, "/nobody/call").text()).contains("bank");
            assertThat(Wire.get(served.http, "/nobody/call", "Via: 1.1 proxy").text())
                    .doesNotContain("bank");
        }
    }

    @Test
    void tellsTheLengthInTheAnswerToAHead() throws IOException {
        try (Served served = Served.usual();
                Wire wire = new Wire(served.http)) {
            byte[] head = "HEAD /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes();
            String answer = new String(wire.send(head).read(10_000));
            assertThat(answer).contains("Content-Length: 15\r\n").endsWith("\r\n\r\n");
        }
    }
}
