package dev.wherry.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jose4j.jwk.EcJwkGenerator;
import org.jose4j.jwk.EllipticCurveJsonWebKey;
import org.jose4j.jwk.JsonWebKey.OutputControlLevel;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.keys.EllipticCurves;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.Test;

class JwtVerifierTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final PublicJsonWebKey ONE = ec("one");
    private static final PublicJsonWebKey TWO = ec("two");

    private static PublicJsonWebKey ec(String id) {
        try {
            EllipticCurveJsonWebKey key = EcJwkGenerator.generateJwk(EllipticCurves.P256);
            key.setKeyId(id);
            return key;
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JwtClaims claims() {
        JwtClaims claims = new JwtClaims();
        claims.setIssuer("https://login.example");
        claims.setAudience("bank");
        claims.setSubject("ann");
        claims.setIssuedAt(NumericDate.fromSeconds(NOW.getEpochSecond()));
        claims.setExpirationTime(NumericDate.fromSeconds(NOW.getEpochSecond() + 300));
        return claims;
    }

    private static String signed(JwtClaims claims, PublicJsonWebKey key) {
        JsonWebSignature signature = new JsonWebSignature();
        signature.setPayload(claims.toJson());
        signature.setKey(key.getPrivateKey());
        signature.setKeyIdHeaderValue(key.getKeyId());
        signature.setAlgorithmHeaderValue(
                key instanceof EllipticCurveJsonWebKey
                        ? AlgorithmIdentifiers.ECDSA_USING_P256_CURVE_AND_SHA256
                        : AlgorithmIdentifiers.RSA_USING_SHA256);
        try {
            return signature.getCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JwtVerifier.Builder builder() {
        return JwtVerifier.builder("https://login.example", "bank").at(NOW);
    }

    private static JwtVerifier verifier() {
        return builder().key("one", ONE.getPublicKey()).build();
    }

    private static void assertRefused(JwtVerifier by, String token, Code code, String why) {
        assertThatThrownBy(() -> by.verify(token))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(why)
                .message()
                .hasSizeLessThan(300);
    }

    private static void assertWrong(String token, String why) {
        assertRefused(verifier(), token, Code.UNAUTHENTICATED, why);
    }

    @Test
    void returnsSubjectClaimsAndRoles() {
        JwtClaims claims = claims();
        claims.setClaim("email", "ann@bank.example");
        claims.setClaim("groups", List.of("teller", "auditor", "with space"));

        var verified = builder()
                .key("one", ONE.getPublicKey())
                .attribute("email", "mail")
                .roles("groups")
                .build()
                .verify(signed(claims, ONE));

        assertThat(verified.identity())
                .isEqualTo(new Identity(
                        "token",
                        "ann",
                        Map.of(
                                "issuer",
                                "https://login.example",
                                "expires",
                                "2026-11-20T12:05:00Z",
                                "mail",
                                "ann@bank.example",
                                "roles",
                                "teller auditor")));
        assertThat(verified.expires()).isEqualTo(NOW.plusSeconds(300));
    }

    @Test
    void verifiesTokensSignedByRsa() throws JoseException {
        PublicJsonWebKey key = RsaJwkGenerator.generateJwk(2048);
        key.setKeyId("rsa");

        assertThat(builder()
                        .key("rsa", key.getPublicKey())
                        .build()
                        .verify(signed(claims(), key))
                        .identity())
                .hasToString("ann");
    }

    @Test
    void refusesWrongClaims() {
        JwtClaims expired = claims();
        expired.setExpirationTime(NumericDate.fromSeconds(NOW.getEpochSecond() - 61));
        assertWrong(signed(expired, ONE), "expired");
        JwtClaims early = claims();
        early.setNotBefore(NumericDate.fromSeconds(NOW.getEpochSecond() + 61));
        assertWrong(signed(early, ONE), "not valid yet");
        JwtClaims elsewhere = claims();
        elsewhere.setAudience("other");
        assertWrong(signed(elsewhere, ONE), "another audience");
        JwtClaims forged = claims();
        forged.setIssuer("https://evil.example");
        assertWrong(signed(forged, ONE), "another issuer");
        JwtClaims endless = claims();
        endless.unsetClaim("exp");
        assertWrong(signed(endless, ONE), "no expiry");
        JwtClaims nobody = claims();
        nobody.unsetClaim("sub");
        assertWrong(signed(nobody, ONE), "no subject");
        JwtClaims line = claims();
        line.setSubject("ann\nroot");
        assertWrong(signed(line, ONE), "control character");
    }

    @Test
    void refusesTokensWithoutASignature() {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        for (String algorithm : List.of("none", "None", "NONE", "nOnE")) {
            String head = base64.encodeToString(
                    ("{\"alg\":\"" + algorithm + "\",\"kid\":\"one\"}").getBytes(StandardCharsets.UTF_8));
            String body = base64.encodeToString(claims().toJson().getBytes(StandardCharsets.UTF_8));
            assertWrong(head + "." + body + ".", "not a valid token");
        }
    }

    @Test
    void refusesAnHmacWithThePublicKeyAsItsSecret() throws JoseException {
        JsonWebSignature signature = new JsonWebSignature();
        signature.setPayload(claims().toJson());
        signature.setKey(new HmacKey(ONE.getPublicKey().getEncoded()));
        signature.setKeyIdHeaderValue("one");
        signature.setAlgorithmHeaderValue(AlgorithmIdentifiers.HMAC_SHA256);

        assertWrong(signature.getCompactSerialization(), "not a valid token");
    }

    @Test
    void refusesAnotherKeyUnderTheSameId() {
        PublicJsonWebKey other = ec("one");

        assertWrong(signed(claims(), other), "not a valid token");
    }

    @Test
    void refusesTruncatedHugeAndNestedTokens() {
        String token = signed(claims(), ONE);
        for (int length = 0; length < token.length(); length += 7) {
            assertWrong(token.substring(0, length), "token");
        }
        assertWrong("a".repeat(9_000), "the most are 8192");
        String deep = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("{\"a\":" + "[".repeat(3_000) + "]".repeat(3_000)).getBytes(StandardCharsets.UTF_8));
        assertWrong(deep.substring(0, 8_000) + "." + "e30.e30", "token");
    }

    @Test
    void acceptsNoSymmetricAlgorithmAndNoPlainAddressOfKeys() {
        assertThatIllegalArgumentException().isThrownBy(() -> builder().algorithms("HS256"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder().algorithms("none"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().keysFrom(URI.create("http://login.example/keys")));
    }

    /** An identity provider with its keys, which counts requests. */
    private static final class Provider implements AutoCloseable {
        final HttpServer server;
        final AtomicInteger requests = new AtomicInteger();
        volatile int status = 200;
        volatile List<PublicJsonWebKey> keys = List.of(ONE);

        Provider() throws java.io.IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
            server.createContext("/keys", exchange -> {
                requests.incrementAndGet();
                byte[] body = new JsonWebKeySet(keys)
                        .toJson(OutputControlLevel.PUBLIC_ONLY)
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
            server.start();
        }

        URI at() {
            return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/keys");
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    @Test
    void fetchesKeysOnceAndAgainForANewOne() throws Exception {
        try (Provider provider = new Provider()) {
            JwtVerifier verifier =
                    builder().keysFrom(provider.at(), Duration.ZERO).build();
            for (int i = 0; i < 5; i++) {
                verifier.verify(signed(claims(), ONE));
            }
            assertThat(provider.requests).hasValue(1);

            provider.keys = List.of(ONE, TWO);
            verifier.verify(signed(claims(), TWO));
            assertThat(provider.requests).hasValue(2);
            verifier.verify(signed(claims(), ONE));
            assertThat(provider.requests).hasValue(2);
        }
    }

    @Test
    void doesNotFetchForEachTokenWithAnUnknownKey() throws Exception {
        try (Provider provider = new Provider()) {
            JwtVerifier verifier =
                    builder().keysFrom(provider.at(), Duration.ofHours(1)).build();
            for (int i = 0; i < 50; i++) {
                assertRefused(verifier, signed(claims(), TWO), Code.UNAUTHENTICATED, "not a valid token");
            }
            assertThat(provider.requests).hasValue(1);
        }
    }

    @Test
    void isUnavailableWithoutKeysAndAsksForThemSeldom() throws Exception {
        try (Provider provider = new Provider()) {
            provider.status = 500;
            JwtVerifier verifier =
                    builder().keysFrom(provider.at(), Duration.ofHours(1)).build();
            for (int i = 0; i < 50; i++) {
                assertRefused(verifier, signed(claims(), ONE), Code.UNAVAILABLE, "cannot be verified now");
            }
            assertThat(provider.requests).hasValue(1);
        }
    }

    @Test
    void goesOnWithItsKeysWhileTheProviderIsAway() throws Exception {
        try (Provider provider = new Provider()) {
            JwtVerifier verifier =
                    builder().keysFrom(provider.at(), Duration.ZERO).build();
            verifier.verify(signed(claims(), ONE));
            provider.status = 503;
            assertRefused(verifier, signed(claims(), TWO), Code.UNAUTHENTICATED, "not a valid token");
            verifier.verify(signed(claims(), ONE));
        }
    }

    public interface Desk {
        String caller();
    }

    @Test
    void keepsItsOwnAttributes() {
        for (String own : List.of("issuer", "expires", "roles", "subject-kind", "actors", "ip", "user")) {
            assertThatThrownBy(() ->
                            JwtVerifier.builder("https://login.example", "bank").attribute("claim", own))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(own);
        }
    }

    @Test
    void identifiesTheCallerOfAnEndpoint() {
        JwtVerifier verifier = JwtVerifier.builder("https://login.example", "bank")
                .key("one", ONE.getPublicKey())
                .build();
        JwtClaims claims = claims();
        claims.setExpirationTimeMinutesInTheFuture(5);
        try (Endpoint server = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().tokens(verifier).build());
                Endpoint client = Endpoint.create()) {
            server.bind("desk", Desk.class, () -> Calls.identity().orElseThrow().toString());
            Desk desk = client.lookup(server.addresses().getFirst() + "/desk", Desk.class);

            assertThat(Calls.with(
                                    desk,
                                    CallOptions.builder()
                                            .context(ContextKey.TOKEN, signed(claims, ONE))
                                            .build())
                            .caller())
                    .isEqualTo("ann");
        }
    }
}
