package dev.wherry.mobility.internal.code;

import dev.wherry.Identity;
import dev.wherry.mobility.CodeSigner;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;

/**
 * A signature of a manifest, valid at one host, in one session and for some minutes. It states these, so that a refusal can say what
 * is wrong.
 *
 * @param key the public key in X.509 form, in Base64
 * @param expiry milliseconds since 1970
 * @param bytes the Ed25519 signature, in Base64
 */
public record CodeSignature(String key, CodeHash manifest, Challenge challenge, long expiry, String bytes)
        implements Serializable {
    /** How far an expiry may be in the future. */
    public static final Duration LONGEST = Duration.ofMinutes(10);

    /** How much the clocks of two hosts may differ. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private static final byte[] PURPOSE = "wherry code signature 1".getBytes(StandardCharsets.US_ASCII);
    private static final String SUBJECT = "The signature of this code";

    public CodeSignature {
        Objects.requireNonNull(key, "a signature's key");
        Objects.requireNonNull(manifest, "a signature's manifest");
        Objects.requireNonNull(challenge, "a signature's challenge");
        Objects.requireNonNull(bytes, "a signature's bytes");
    }

    public static CodeSignature of(CodeSigner signer, CodeHash manifest, Challenge challenge, Instant expiry) {
        long millis = expiry.toEpochMilli();
        return new CodeSignature(
                base64(signer.publicKey().getEncoded()),
                manifest,
                challenge,
                millis,
                base64(signer.sign(signed(manifest, challenge, millis))));
    }

    /** Returns the signer. Throws if the signature is not valid for this manifest, this host and this time. */
    public Identity verify(CodeHash wanted, Challenge here, Instant now) {
        PublicKey signer = signer();
        if (expiry < now.minus(SKEW).toEpochMilli()) {
            throw Rule.SIGNED_IN_TIME.refuses(
                    SUBJECT, "it: it expired at " + Instant.ofEpochMilli(expiry) + ", and it is " + now + " here");
        }
        if (expiry > now.plus(LONGEST).plus(SKEW).toEpochMilli()) {
            throw Rule.SIGNED_IN_TIME.refuses(
                    SUBJECT,
                    "it: it expires at " + Instant.ofEpochMilli(expiry) + ", more than " + LONGEST.toMinutes()
                            + " minutes after " + now);
        }
        if (!challenge.host().equals(here.host())) {
            throw Rule.SIGNED_FOR_HOST.refuses(
                    SUBJECT, "it: it is for host " + challenge.host() + ", this is " + here.host());
        }
        if (!challenge.session().equals(here.session())) {
            throw Rule.SIGNED_FOR_SESSION.refuses(SUBJECT, "it: it was made for another session, and is replayed");
        }
        if (!manifest.equals(wanted)) {
            throw Rule.SIGNED_AS_IS.refuses(
                    SUBJECT,
                    "it: manifest " + manifest.shown() + " was signed, this is " + wanted.shown()
                            + ", a different one");
        }
        if (!holds(signer)) {
            throw Rule.SIGNED_AS_IS.refuses(SUBJECT, "it: the key it names has not made it");
        }
        return CodeSigner.identity(signer);
    }

    private PublicKey signer() {
        try {
            return KeyFactory.getInstance("Ed25519")
                    .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(key)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw Rule.SIGNED_BY_KEY.refuses(SUBJECT, "its key, which is not an Ed25519 key in X.509 form");
        }
    }

    private boolean holds(PublicKey signer) {
        try {
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(signer);
            check.update(signed(manifest, challenge, expiry));
            return check.verify(Base64.getDecoder().decode(bytes));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    private static byte[] signed(CodeHash manifest, Challenge challenge, long expiry) {
        byte[] hash = manifest.bytes();
        return ByteBuffer.allocate(PURPOSE.length + hash.length + 5 * Long.BYTES)
                .put(PURPOSE)
                .put(hash)
                .putLong(challenge.host().getMostSignificantBits())
                .putLong(challenge.host().getLeastSignificantBits())
                .putLong(challenge.session().getMostSignificantBits())
                .putLong(challenge.session().getLeastSignificantBits())
                .putLong(expiry)
                .array();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
