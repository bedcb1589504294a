package dev.wherry.mobility;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ed25519 keys in PEM files, as openssl writes them. */
final class PemKeys {
    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
    private static final int MOST_BYTES = 1 << 16;

    private PemKeys() {}

    static PublicKey publicKey(Path file) throws IOException {
        byte[] encoded = block(file, "PUBLIC KEY");
        try {
            return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw unusable(file, "public", e);
        }
    }

    static PrivateKey privateKey(Path file) throws IOException {
        byte[] encoded = block(file, "PRIVATE KEY");
        try {
            return KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw unusable(file, "private", e);
        }
    }

    private static byte[] block(Path file, String wanted) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IllegalArgumentException(file + " is too large for a PEM file with a key");
        }
        Matcher block = BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        String found = "no PEM block";
        while (block.find()) {
            if (block.group(1).equals(wanted)) {
                try {
                    return Base64.getMimeDecoder().decode(block.group(2));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(file + ": the block '" + wanted + "' is not Base64", e);
                }
            }
            found = "'" + block.group(1) + "'";
        }
        throw new IllegalArgumentException(file + " holds " + found + "; expected '" + wanted
                + "', as of 'openssl genpkey -algorithm ed25519'"
                + (wanted.startsWith("PUBLIC") ? " and 'openssl pkey -pubout'" : ", not encrypted"));
    }

    private static IllegalArgumentException unusable(Path file, String which, GeneralSecurityException e) {
        return new IllegalArgumentException(
                file + " does not hold an Ed25519 " + which
                        + " key; make one with 'openssl genpkey -algorithm ed25519'",
                e);
    }
}
