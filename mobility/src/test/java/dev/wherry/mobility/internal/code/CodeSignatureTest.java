package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.mobility.CodeSigner;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CodeSignatureTest {
    private static final Instant NOW = Instant.parse("2026-11-22T20:00:00Z");
    private static final Instant EXPIRY = NOW.plusSeconds(300);

    private final CodeSigner signer = signer();
    private final Challenge here = new Challenge(UUID.randomUUID(), UUID.randomUUID());
    private final CodeHash manifest = Manifest.of(List.of(Made.file("acme.T"))).hash();
    private final CodeSignature good = CodeSignature.of(signer, manifest, here, EXPIRY);

    @Test
    void tellsWhoHasSigned() {
        assertThat(good.verify(manifest, here, NOW)).isEqualTo(signer.identity());
    }

    @Test
    void isRefusedForAnotherManifest() {
        CodeHash other = Manifest.of(List.of(Made.file("acme.U"))).hash();
        refuses(good, other, here, NOW, Rule.SIGNED_AS_IS);
    }

    @Test
    void isRefusedAtAnotherHost() {
        refuses(good, manifest, new Challenge(UUID.randomUUID(), here.session()), NOW, Rule.SIGNED_FOR_HOST);
    }

    @Test
    void isRefusedWhenItIsReplayedInAnotherSession() {
        refuses(good, manifest, new Challenge(here.host(), UUID.randomUUID()), NOW, Rule.SIGNED_FOR_SESSION);
    }

    @Test
    void holdsForTheTimeItSaysGiveOrTakeTheClocks() {
        good.verify(manifest, here, EXPIRY.plusSeconds(59));
        refuses(good, manifest, here, EXPIRY.plusSeconds(61), Rule.SIGNED_IN_TIME);
        Instant far = NOW.plus(CodeSignature.LONGEST);
        CodeSignature.of(signer, manifest, here, far.plusSeconds(59)).verify(manifest, here, NOW);
        refuses(
                CodeSignature.of(signer, manifest, here, far.plusSeconds(61)),
                manifest,
                here,
                NOW,
                Rule.SIGNED_IN_TIME);
        for (long never : List.of(Long.MIN_VALUE, Long.MAX_VALUE)) {
            refuses(with(good, good.key(), here, never), manifest, here, NOW, Rule.SIGNED_IN_TIME);
        }
    }

    /** Saying that it is for here does not make it so. */
    @Test
    void isRefusedIfAnythingWasChangedAfterwards() {
        Challenge elsewhere = new Challenge(here.host(), UUID.randomUUID());
        CodeSignature replayed = CodeSignature.of(signer, manifest, elsewhere, EXPIRY);
        refuses(with(replayed, replayed.key(), here, replayed.expiry()), manifest, here, NOW, Rule.SIGNED_AS_IS);
        refuses(with(good, good.key(), here, good.expiry() + 1), manifest, here, NOW, Rule.SIGNED_AS_IS);
        String another = Base64.getEncoder().encodeToString(signer().publicKey().getEncoded());
        refuses(with(good, another, here, good.expiry()), manifest, here, NOW, Rule.SIGNED_AS_IS);
    }

    @Test
    void isRefusedWithABitFlippedOrCutOff() {
        byte[] bytes = Base64.getDecoder().decode(good.bytes());
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            byte[] changed = bytes.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            refuses(bytes(changed), manifest, here, NOW, Rule.SIGNED_AS_IS);
        }
        for (int length = 0; length < bytes.length; length++) {
            refuses(bytes(Arrays.copyOf(bytes, length)), manifest, here, NOW, Rule.SIGNED_AS_IS);
        }
    }

    @Test
    void isRefusedWithoutAnEd25519Key() throws NoSuchAlgorithmException {
        for (String algorithm : List.of("Ed448", "EC", "X25519")) {
            byte[] key = KeyPairGenerator.getInstance(algorithm)
                    .generateKeyPair()
                    .getPublic()
                    .getEncoded();
            refuses(
                    with(good, Base64.getEncoder().encodeToString(key), here, good.expiry()),
                    manifest,
                    here,
                    NOW,
                    Rule.SIGNED_BY_KEY);
        }
        for (String key : List.of("", "?", "AAAA", good.key().substring(4), good.key() + good.key())) {
            refuses(with(good, key, here, good.expiry()), manifest, here, NOW, Rule.SIGNED_BY_KEY);
        }
    }

    @Test
    void saysWhichRuleAndWhatItMet() {
        assertThatThrownBy(() -> good.verify(manifest, here, EXPIRY.plusSeconds(120)))
                .hasMessage("The signature of this code: the policy's rule 'signed for now' refuses it: it expired at "
                        + EXPIRY + ", and it is " + EXPIRY.plusSeconds(120) + " here");
    }

    private CodeSignature bytes(byte[] bytes) {
        return new CodeSignature(
                good.key(), manifest, here, good.expiry(), Base64.getEncoder().encodeToString(bytes));
    }

    private static CodeSignature with(CodeSignature from, String key, Challenge challenge, long expiry) {
        return new CodeSignature(key, from.manifest(), challenge, expiry, from.bytes());
    }

    private static void refuses(CodeSignature signature, CodeHash manifest, Challenge here, Instant now, Rule rule) {
        assertThatThrownBy(() -> signature.verify(manifest, here, now))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                .hasMessageContaining("rule '" + rule + "'");
    }

    static CodeSigner signer() {
        try {
            return CodeSigner.of(KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
