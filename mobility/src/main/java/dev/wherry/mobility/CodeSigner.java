package dev.wherry.mobility;

import dev.wherry.ExtensionOption;
import dev.wherry.Identity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECKey;
import java.security.spec.NamedParameterSpec;
import java.util.HexFormat;

/**
 * Signs the code that an endpoint ships, with an Ed25519 key, so that hosts know its origin. Thread-safe. Make a key
 * pair with the JDK, {@code KeyPairGenerator.getInstance("Ed25519").generateKeyPair()}, or as files:
 *
 * <pre>{@code
 * openssl genpkey -algorithm ed25519 -out ann.key
 * openssl pkey -in ann.key -pubout -out ann.pub
 * }</pre>
 */
public final class CodeSigner implements ExtensionOption {
    /** The kind of the identities that signatures show. */
    public static final String KIND = "ed25519";

    private final KeyPair keys;

    private CodeSigner(KeyPair keys) {
        this.keys = keys;
    }

    /** @throws IllegalArgumentException if these are not the two halves of an Ed25519 key pair */
    public static CodeSigner of(KeyPair keys) {
        identity(keys.getPublic());
        CodeSigner signer = new CodeSigner(keys);
        byte[] probe = "two halves of one pair".getBytes(StandardCharsets.UTF_8);
        try {
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(keys.getPublic());
            check.update(probe);
            if (check.verify(signer.sign(probe))) {
                return signer;
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("This Ed25519 key cannot be used: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException(
                "The public key is not that of the private key: get it with 'openssl pkey -in PRIVATE -pubout'");
    }

    /**
     * Reads PEM files.
     *
     * @param privateKey PKCS#8, not encrypted: {@code -----BEGIN PRIVATE KEY-----}
     * @param publicKey X.509: {@code -----BEGIN PUBLIC KEY-----}
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException if they do not hold an Ed25519 key pair; the message says what they hold
     */
    public static CodeSigner of(Path privateKey, Path publicKey) throws IOException {
        return of(new KeyPair(PemKeys.publicKey(publicKey), PemKeys.privateKey(privateKey)));
    }

    /**
     * Reads the key of a signer whose code is to be accepted, see {@link MobilityPolicy#acceptSignedBy}.
     *
     * @param file a PEM file, X.509: {@code -----BEGIN PUBLIC KEY-----}
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it does not hold an Ed25519 key; the message says what it holds
     */
    public static PublicKey readPublicKey(Path file) throws IOException {
        return PemKeys.publicKey(file);
    }

    /**
     * Returns the identity of a signer with this key. Its kind is {@code ed25519}, its name the SHA-256, in hex, of the key's X.509
     * form.
     *
     * @throws IllegalArgumentException if it is not an Ed25519 key
     */
    public static Identity identity(PublicKey key) {
        if (!(key instanceof EdECKey edwards)
                || !edwards.getParams().getName().equals(NamedParameterSpec.ED25519.getName())) {
            throw new IllegalArgumentException(
                    "Code is signed with Ed25519 keys; this is one of " + key.getAlgorithm());
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
            return Identity.of(KIND, HexFormat.of().formatHex(digest));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    /** Returns the identity of this signer. */
    public Identity identity() {
        return identity(keys.getPublic());
    }

    /** Returns the public key of this signer. */
    public PublicKey publicKey() {
        return keys.getPublic();
    }

    /** Returns the signature of a message: 64 bytes. */
    public byte[] sign(byte[] message) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(keys.getPrivate());
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("This Ed25519 key cannot sign: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return identity().toString();
    }
}
