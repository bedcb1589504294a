package dev.wherry.lab.peers.common;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The key of a server that is reached over TLS: {@code key.p12} in its folder, which keytool has made. The address of the server contains the
 * certificate, which is the only one that a client trusts, so that two hosts need no common file. The certificate is made before the
 * host is known, and names the lab.
 */
public final class ServerKey {
    /** The alias of the key, and the name in its certificate. */
    public static final String NAME = "lab";

    /** The JDK's usual password. The key is made on this machine for this purpose only. */
    public static final String PASSWORD = "changeit";

    /** Separates the certificate from the rest of an address. */
    private static final String AT = "@";

    private ServerKey() {}

    /** Returns the server's key with its certificate. */
    public static KeyStore keyStore() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(new File("key.p12"), PASSWORD.toCharArray());
    }

    /** Returns an address with the server's certificate. */
    public static String in(String address) throws IOException, GeneralSecurityException {
        byte[] bytes = keyStore().getCertificate(NAME).getEncoded();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + AT + address;
    }

    /** Returns an address without its certificate. */
    public static String without(String address) {
        return address.substring(address.indexOf(AT) + AT.length());
    }

    /** Returns the certificate in an address. */
    public static Certificate certificate(String address) throws GeneralSecurityException {
        byte[] bytes = Base64.getUrlDecoder().decode(address.substring(0, address.indexOf(AT)));
        return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
    }

    /** Returns a store that trusts only the certificate in an address. */
    public static KeyStore trust(String address) throws IOException, GeneralSecurityException {
        KeyStore trust = KeyStore.getInstance(KeyStore.getDefaultType());
        trust.load(null, null);
        trust.setCertificateEntry(NAME, certificate(address));
        return trust;
    }

    /** Returns the context of the server. */
    public static SSLContext server() throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(keyStore(), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** Returns the context of a client of an address. */
    public static SSLContext client(String address) throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trust(address));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
