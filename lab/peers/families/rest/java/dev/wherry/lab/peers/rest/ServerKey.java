package dev.wherry.lab.peers.rest;

import dev.wherry.lab.peers.common.Host;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Base64;

/** A key for this process alone, with a certificate of the address at which it listens, which the JDK's keytool makes. */
public final class ServerKey {
    /** The JDK's usual one; the file that it guards is there while it is made. */
    public static final String PASSWORD = "changeit";

    private static final String ALIAS = "lab";
    private static final String TYPE = "PKCS12";

    private ServerKey() {}

    /** Makes one. */
    public static KeyStore make() throws IOException, InterruptedException, GeneralSecurityException {
        Path folder = Files.createTempDirectory("lab");
        Path file = folder.resolve("key.p12");
        try {
            keytool(
                    "-genkeypair", "-alias", ALIAS, "-keyalg", "RSA", "-dname", "CN=lab",
                    "-ext", "san=ip:" + Host.address().getHostAddress(),
                    "-keystore", file.toString(), "-storetype", TYPE, "-storepass", PASSWORD);
            KeyStore key = KeyStore.getInstance(TYPE);
            try (InputStream in = Files.newInputStream(file)) {
                key.load(in, PASSWORD.toCharArray());
            }
            return key;
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(arguments).redirectErrorStream(true);
        builder.command().add(0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        Process process = builder.start();
        process.getInputStream().transferTo(System.err);
        if (process.waitFor() != 0) {
            throw new IOException("keytool ended with " + process.exitValue());
        }
    }

    /** Its certificate as a word. */
    public static String certificate(KeyStore key) throws GeneralSecurityException {
        byte[] certificate = key.getCertificate(ALIAS).getEncoded();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(certificate);
    }

    /** For who trusts the certificate of this word, and no other. */
    public static KeyStore trust(String certificate) throws IOException, GeneralSecurityException {
        Certificate trusted = CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(Base64.getUrlDecoder().decode(certificate)));
        KeyStore trust = KeyStore.getInstance(TYPE);
        trust.load(null, null);
        trust.setCertificateEntry(ALIAS, trusted);
        return trust;
    }
}
