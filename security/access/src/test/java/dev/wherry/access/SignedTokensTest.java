package dev.wherry.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.TokenVerifier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SignedTokensTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Identity ANN = Identity.of("user", "ann");
    private static final byte[] OLD = key(1);
    private static final byte[] NEW = key(2);

    static byte[] key(int filled) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) filled);
        return key;
    }

    private static SignedTokens.Builder at(Instant now, String server) {
        return SignedTokens.builder("bank.example", server).clock(Clock.fixed(now, ZoneOffset.UTC));
    }

    private static SignedTokens server(Instant now, String server) {
        return at(now, server).key("a", OLD).build();
    }

    private static String token(String audience, Duration lifetime) {
        return server(NOW, "login").issue(ANN, audience, lifetime);
    }

    private static void assertRefused(SignedTokens by, String token, String why) {
        assertThatThrownBy(() -> by.verify(token))
                .isInstanceOfSatisfying(CallException.class, e -> {
                    assertThat(e.code()).isEqualTo(Code.UNAUTHENTICATED);
                    assertThat(e.outcome()).isEqualTo(CallException.Outcome.NOT_RUN);
                    assertThat(e.getMessage().length()).isLessThan(200);
                })
                .hasMessageContaining(why);
    }

    @Test
    void verifiesWhatItHasIssued() {
        var verified = server(NOW, "ledger").verify(token("ledger", Duration.ofMinutes(5)));

        assertThat(verified.identity().kind()).isEqualTo("token");
        assertThat(verified.identity().name()).isEqualTo("ann");
        assertThat(verified.identity().attributes())
                .containsEntry("issuer", "bank.example")
                .containsEntry(TokenVerifier.SUBJECT_KIND, "user");
        assertThat(verified.expires()).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
    }

    @Test
    void refusesAnExpiredToken() {
        String token = token("ledger", Duration.ofMinutes(5));

        server(NOW.plus(Duration.ofSeconds(359)), "ledger").verify(token); // clocks may differ by a minute
        assertRefused(server(NOW.plus(Duration.ofSeconds(361)), "ledger"), token, "expired");
    }

    @Test
    void refusesATokenOfTheFuture() {
        String token = token("ledger", Duration.ofMinutes(5));

        server(NOW.minusSeconds(59), "ledger").verify(token);
        assertRefused(server(NOW.minusSeconds(61), "ledger"), token, "future");
    }

    @Test
    void refusesATokenForAnotherServerOrOfAnotherIssuer() {
        assertRefused(server(NOW, "ledger"), token("audit", Duration.ofMinutes(5)), "another server");
        SignedTokens elsewhere =
                SignedTokens.builder("other.example", "ledger").key("a", OLD).build();
        assertRefused(elsewhere, token("ledger", Duration.ofMinutes(5)), "another issuer");
    }

    @Test
    void refusesAnotherKeyUnderTheSameId() {
        assertRefused(
                at(NOW, "ledger").key("a", NEW).build(), token("ledger", Duration.ofMinutes(5)), "wrong signature");
    }

    @Test
    void acceptsTheTokensOfAllItsKeysWhileTheyAreReplaced() {
        SignedTokens first = at(NOW, "ledger").key("old", OLD).build();
        SignedTokens both = at(NOW, "ledger").key("old", OLD).key("new", NEW).build();
        SignedTokens turned = at(NOW, "ledger").key("new", NEW).key("old", OLD).build();
        SignedTokens last = at(NOW, "ledger").key("new", NEW).build();
        String old = first.issue(ANN, "ledger", Duration.ofHours(1));
        String fresh = turned.issue(ANN, "ledger", Duration.ofHours(1));

        both.verify(old);
        both.verify(fresh);
        turned.verify(old);
        last.verify(fresh);
        assertRefused(last, old, "unknown key");
    }

    @Test
    void refusesEveryTokenWithOneCharacterChangedOrCutOff() {
        SignedTokens ledger = server(NOW, "ledger");
        String token = token("ledger", Duration.ofMinutes(5));
        for (int i = 0; i < token.length(); i++) {
            String cut = token.substring(0, i);
            assertThatThrownBy(() -> ledger.verify(cut)).isInstanceOf(CallException.class);
            char other = token.charAt(i) == 'A' ? 'E' : 'A'; // differs in bits that base64 does not ignore
            if (i < token.length() - 1) { // the last character has bits that base64 ignores
                String changed = cut + other + token.substring(i + 1);
                assertThatThrownBy(() -> ledger.verify(changed)).isInstanceOf(CallException.class);
            }
        }
    }

    @Test
    void refusesGarbageByATypedFailure() {
        SignedTokens ledger = server(NOW, "ledger");
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        for (String each : new String[] {"", ".", "w1.", "w1..", "w1.a.b", "w1.\n.x", "x".repeat(8_000), "w1.AA.AA"}) {
            assertThatThrownBy(() -> ledger.verify(each)).isInstanceOf(CallException.class);
        }
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(120)];
            random.nextBytes(bytes);
            String token = "w1." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + ".AAAA";
            assertThatThrownBy(() -> ledger.verify(token)).isInstanceOf(CallException.class);
        }
    }

    @Test
    void refusesShortKeysEndlessLivesAndControlCharacters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignedTokens.builder("i", "s").key("a", new byte[31]))
                .withMessageContaining("256 bits");
        SignedTokens tokens = server(NOW, "ledger");
        assertThatIllegalArgumentException().isThrownBy(() -> tokens.issue(ANN, "x", Duration.ofDays(31)));
        assertThatIllegalArgumentException().isThrownBy(() -> tokens.issue(ANN, "x", Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tokens.issue(Identity.of("user", "a\nb"), "x", Duration.ofDays(1)));
    }

    @Test
    void delegatesOnlyWithinAServedCall() {
        assertThatThrownBy(() -> server(NOW, "ledger").delegate("x", Duration.ofMinutes(1)))
                .isInstanceOf(IllegalStateException.class);
    }
}
