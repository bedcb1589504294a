package dev.wherry.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that a side shows and trusts, ready for handshakes. New files make new credentials; links that are open keep theirs.
 *
 * @param hasCertificate whether this side has a certificate of its own
 * @param hasAuthorities whether it trusts authorities of its own, not those of the JDK
 * @param checksDates whether an expired certificate is refused, even if TLS resumes a session without checking it
 * @param own the certificate of this side, as far as it is known
 */
record Credentials(
        SSLContext context,
        boolean hasCertificate,
        boolean hasAuthorities,
        boolean checksDates,
        @Nullable X509Certificate own) {
    /** How long a session may be resumed without checking certificates. */
    private static final int RESUMABLE_SECONDS = 3600;

    /** Returns the credentials of a context that the program has made. */
    static Credentials of(SSLContext context) {
        return new Credentials(context, true, true, false, null);
    }

    /**
     * Returns the credentials of a certificate in PEM.
     *
     * @param chain the certificate and those between it and its authority; empty: none
     * @param authorities that are trusted; empty: those of the JDK
     */
    static Credentials of(
            List<X509Certificate> chain, @Nullable PrivateKey key, List<X509Certificate> authorities, Pins pins)
            throws GeneralSecurityException {
        KeyStore trusted = empty();
        for (int i = 0; i < authorities.size(); i++) {
            trusted.setCertificateEntry("ca" + i, authorities.get(i));
        }
        List<KeyManager> keys = key == null ? List.of() : List.of(new SingleKey(key, chain));
        return new Certificates(keys, trusted, chain.isEmpty() ? null : chain.getFirst()).with(pins);
    }

    /**
     * The certificates that a side shows and trusts.
     *
     * @param keys empty: none
     * @param trusted the authorities; empty: those of the JDK
     * @param own the certificate of this side, as far as it is known
     */
    record Certificates(
            List<KeyManager> keys,
            KeyStore trusted,
            @Nullable X509Certificate own) {
        /** Returns those of the file of a key store, PKCS#12 or JKS. */
        static Certificates of(Path file, char[] password) throws IOException, GeneralSecurityException {
            ByteArrayInputStream content = new ByteArrayInputStream(WatchedCredentials.content(file));
            KeyStore store = KeyStore.getInstance("PKCS12"); // reads JKS too
            try {
                store.load(content, password);
            } catch (IOException e) {
                throw new IOException(
                        file + " is not a key store of PKCS#12 or JKS, or its password is another: " + e, e);
            }
            return of(store, password);
        }

        /** Returns those of a key store: its key, and its certificates without keys as authorities. */
        static Certificates of(KeyStore store, char[] password) throws GeneralSecurityException {
            List<KeyManager> keys = List.of();
            KeyStore trusted = empty();
            for (String alias : Collections.list(store.aliases())) {
                if (!store.isKeyEntry(alias)) {
                    trusted.setCertificateEntry(alias, store.getCertificate(alias));
                } else if (keys.isEmpty()) {
                    KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                    factory.init(store, password);
                    keys = List.of(factory.getKeyManagers());
                }
            }
            return new Certificates(keys, trusted, null);
        }

        Credentials with(Pins pins) throws GeneralSecurityException {
            boolean trusts = trusted.size() > 0;
            return new Credentials(
                    context(keys, trusts ? trusted : null, pins), !keys.isEmpty(), trusts, pins.areNone(), own);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException e) {
            throw new GeneralSecurityException("An empty key store cannot be made", e);
        }
    }

    private static SSLContext context(List<KeyManager> keys, @Nullable KeyStore trusted, Pins pins)
            throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        TrustManager first = factory.getTrustManagers()[0];
        if (!(first instanceof X509ExtendedTrustManager manager)) {
            throw new GeneralSecurityException("This JDK's trust manager cannot check host names: " + first.getClass());
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.toArray(KeyManager[]::new), new TrustManager[] {new PeerTrust(manager, pins)}, null);
        context.getClientSessionContext().setSessionTimeout(RESUMABLE_SECONDS);
        context.getServerSessionContext().setSessionTimeout(RESUMABLE_SECONDS);
        return context;
    }
}
