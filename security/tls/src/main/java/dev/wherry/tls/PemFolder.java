package dev.wherry.tls;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The credentials in the files of a folder.
 *
 * @param pins of certificates that are accepted besides
 */
record PemFolder(Path folder, Pins pins) implements WatchedCredentials.Reader {
    /** Returns the files, of which some may be missing. */
    List<Path> files() {
        return List.of(folder.resolve(Tls.AUTHORITIES), folder.resolve(Tls.CERTIFICATE), folder.resolve(Tls.KEY));
    }

    @Override
    public Credentials read() throws IOException, GeneralSecurityException {
        byte[] ca = content(Tls.AUTHORITIES);
        byte[] certificate = content(Tls.CERTIFICATE);
        byte[] key = content(Tls.KEY);
        if (ca == null && certificate == null) {
            throw new NoSuchFileException(
                    folder.toString(),
                    null,
                    "it has neither " + Tls.AUTHORITIES + " nor " + Tls.CERTIFICATE
                            + ". './wherry cert' makes such a folder");
        }
        if ((certificate == null) != (key == null)) {
            throw new NoSuchFileException(
                    folder.toString(),
                    null,
                    Tls.CERTIFICATE + " and " + Tls.KEY + " belong together, and one is missing");
        }
        List<X509Certificate> authorities =
                ca == null ? List.of() : Pem.certificates(folder.resolve(Tls.AUTHORITIES), ca);
        List<X509Certificate> chain = List.of();
        PrivateKey secret = null;
        if (certificate != null && key != null) {
            chain = Pem.certificates(folder.resolve(Tls.CERTIFICATE), certificate);
            secret = Pem.key(folder.resolve(Tls.KEY), key);
            Pem.requirePair(folder, secret, chain.getFirst());
        }
        return Credentials.of(chain, secret, authorities, pins);
    }

    private byte @Nullable [] content(String name) throws IOException {
        try {
            return WatchedCredentials.content(folder.resolve(name));
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
