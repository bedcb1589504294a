package dev.wherry.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority whose key is a file: for development, tests and a handful of servers. A large organisation has one
 * already. For any thread.
 */
public final class CertificateAuthority {
    private static final String CERTIFICATE = "ca.pem";
    private static final String KEY = "ca-key.pem";
    private static final int SERIAL_BITS = 127;
    private static final int RSA_BITS = 3072;

    private final X509Certificate certificate;
    private final PrivateKey key;
    private final SecureRandom random = new SecureRandom();

    private CertificateAuthority(X509Certificate certificate, PrivateKey key) {
        this.certificate = certificate;
        this.key = key;
    }

    /** Creates an authority with a new key on the curve P-256. It exists in memory only, until {@link #write}. */
    public static CertificateAuthority create(String name, Duration valid) {
        try {
            KeyPair pair = pair(CertificateRequest.KeyAlgorithm.EC);
            Instant now = Instant.now();
            X500Name subject = subject(name);
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    subject,
                    new BigInteger(SERIAL_BITS, new SecureRandom()),
                    Date.from(now.minus(Duration.ofMinutes(5))),
                    Date.from(now.plus(valid)),
                    subject,
                    pair.getPublic());
            JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(pair.getPublic()));
            return new CertificateAuthority(signed(builder, pair.getPrivate()), pair.getPrivate());
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("This JDK cannot create a certificate: " + e.getMessage(), e);
        }
    }

    /** Returns whether a folder has the certificate or the key of an authority. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(CERTIFICATE)) || Files.exists(folder.resolve(KEY));
    }

    /**
     * Reads the authority that {@link #write} has written.
     *
     * @throws IOException if {@code ca.pem} or {@code ca-key.pem} is missing there, or is not what it should be
     */
    public static CertificateAuthority read(Path folder) throws IOException {
        try (Reader keyText = Files.newBufferedReader(folder.resolve(KEY));
                PEMParser keys = new PEMParser(keyText)) {
            byte[] text = Files.readAllBytes(folder.resolve(CERTIFICATE));
            X509Certificate certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(text));
            if (!(keys.readObject() instanceof PrivateKeyInfo info)) {
                throw new IOException(folder.resolve(KEY) + " has no unencrypted private key in the form PKCS#8");
            }
            return new CertificateAuthority(certificate, new JcaPEMKeyConverter().getPrivateKey(info));
        } catch (GeneralSecurityException e) {
            throw new IOException(folder.resolve(CERTIFICATE) + " is not a certificate in PEM: " + e.getMessage(), e);
        }
    }

    /** Writes {@code ca.pem} and {@code ca-key.pem} into a folder, which is created. Only its owner may read the key. */
    public void write(Path folder) throws IOException {
        PemFiles.write(folder.resolve(KEY), PemFiles.of(key), true);
        PemFiles.write(folder.resolve(CERTIFICATE), PemFiles.of(certificate), false);
    }

    /** Returns what those who accept its certificates must trust. */
    public X509Certificate certificate() {
        return certificate;
    }

    /**
     * Issues a certificate with a new key.
     *
     * @throws IllegalArgumentException if a host can be neither a DNS name nor an IP address
     */
    public IssuedCertificate issue(CertificateRequest request) {
        try {
            KeyPair pair = pair(request.key());
            return new IssuedCertificate(sign(request, pair.getPublic()), pair.getPrivate(), certificate);
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("This JDK cannot create a certificate: " + e.getMessage(), e);
        }
    }

    private X509Certificate sign(CertificateRequest request, PublicKey holder)
            throws IOException, GeneralSecurityException, OperatorCreationException {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
                new BigInteger(SERIAL_BITS, random),
                Date.from(request.from()),
                Date.from(request.until()),
                subject(request.name()),
                holder);
        boolean server = !request.hosts().isEmpty();
        JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        // Both: an endpoint that serves calls others, too.
        builder.addExtension(
                Extension.extendedKeyUsage,
                false,
                new ExtendedKeyUsage(
                        server
                                ? new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}
                                : new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth}));
        builder.addExtension(
                Extension.authorityKeyIdentifier, false, ids.createAuthorityKeyIdentifier(certificate.getPublicKey()));
        List<GeneralName> names = names(request);
        if (!names.isEmpty()) {
            builder.addExtension(
                    Extension.subjectAlternativeName, false, new GeneralNames(names.toArray(GeneralName[]::new)));
        }
        return signed(builder, key);
    }

    private static List<GeneralName> names(CertificateRequest request) {
        List<GeneralName> names = new ArrayList<>();
        for (String host : request.hosts()) {
            names.add(new GeneralName(isIp(host) ? GeneralName.iPAddress : GeneralName.dNSName, host));
        }
        if (request.spiffe() != null) {
            names.add(new GeneralName(GeneralName.uniformResourceIdentifier, request.spiffe()));
        }
        return names;
    }

    private static boolean isIp(String host) {
        try {
            InetAddress.ofLiteral(host);
            return true;
        } catch (IllegalArgumentException e) {
            if (host.isBlank() || host.chars().anyMatch(c -> c <= ' ' || c > '~' || c == '/' || c == ':')) {
                throw new IllegalArgumentException("'" + host + "' is neither a DNS name nor an IP address", e);
            }
            return false;
        }
    }

    private static X500Name subject(String name) {
        return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, name).build();
    }

    private static KeyPair pair(CertificateRequest.KeyAlgorithm algorithm) throws GeneralSecurityException {
        KeyPairGenerator generator = switch (algorithm) {
            case EC -> {
                KeyPairGenerator ec = KeyPairGenerator.getInstance("EC");
                ec.initialize(new ECGenParameterSpec("secp256r1"));
                yield ec;
            }
            case RSA -> {
                KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
                rsa.initialize(RSA_BITS);
                yield rsa;
            }
            case ED25519 -> KeyPairGenerator.getInstance("Ed25519");
        };
        return generator.generateKeyPair();
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey by)
            throws GeneralSecurityException, OperatorCreationException {
        String algorithm = by.getAlgorithm().startsWith("EC") ? "SHA256withECDSA" : "SHA256withRSA";
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(by)));
    }
}
