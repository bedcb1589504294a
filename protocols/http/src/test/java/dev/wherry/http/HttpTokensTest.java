package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.Identity;
import dev.wherry.TokenVerifier.Verified;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tokens that prove for whom a request is made. */
class HttpTokensTest {
    interface Asked {
        @Idempotent
        String who();
    }

    private static Endpoint server;
    private static URI http;

    @BeforeAll
    static void serves() {
        server = Endpoint.create(
                EndpointOptions.builder().tokens(HttpTokensTest::verified).build());
        server.bind(
                "asked",
                Asked.class,
                () -> Calls.identity().map(Identity::toString).orElse("nobody"));
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

    @Test
    void givesACallTheIdentityOfItsToken() throws IOException {
        assertThat(Wire.get(http, "/asked/who", "Authorization: Bearer right").text())
                .isEqualTo("\"ann\"");
        assertThat(Wire.get(http, "/asked/who", "authorization: bearer right").text())
                .isEqualTo("\"ann\"");
        assertThat(Wire.get(http, "/asked/who").text()).startsWith("\"127.0.0.1:");
    }

    @Test
    void refusesWrongTokens() throws IOException {
        Wire.Answer answer = Wire.get(http, "/asked/who", "Authorization: Bearer wrong");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("www-authenticate")).isEqualTo("Bearer");
        assertThat(answer.text()).contains("\"code\":\"UNAUTHENTICATED\"");
        assertThat(Wire.get(http, "/asked/who", "Authorization: Bearer " + "x".repeat(9_000))
                        .status())
                .isBetween(400, 499);
    }

    @Test
    void sendsTheTokenOfAStub() {
        try (Endpoint client = Endpoint.create()) {
            Asked asked = client.lookup(http + "/asked", Asked.class);
            assertThat(with(asked, "right").who()).isEqualTo("ann");
            assertThat(catchThrowableOfType(
                                    CallException.class,
                                    () -> with(asked, "wrong").who())
                            .code())
                    .isEqualTo(Code.UNAUTHENTICATED);
        }
    }

    private static Asked with(Asked asked, String token) {
        return Calls.with(
                asked, CallOptions.builder().context(ContextKey.TOKEN, token).build());
    }
}
