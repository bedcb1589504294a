package dev.wherry.tls;

import dev.wherry.ExtensionOption;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint speaks TLS: its certificate, and the certificates of peers that it accepts. It is an option of endpoints:
 *
 * {@snippet :
 * EndpointOptions.builder().with(Tls.folder(Path.of("/etc/bank/tls"))).build()
 * }
 *
 * With it, an endpoint connects to addresses {@code tls://host:port}. Listening at such an address accepts TLS only. At an address
 * {@code tcp://host:port} both TLS and plain connections are accepted. TLS 1.3 and 1.2 are spoken, with the ciphers of the JDK.
 *
 * <p>A folder has three files in PEM:
 *
 * <ul>
 *   <li>{@code ca.pem}: the certificates of the authorities that are trusted. Without it, a client trusts those of the JDK.
 *   <li>{@code cert.pem}: the certificate of this side, and those between it and its authority. A client may have none.
 *   <li>{@code key.pem}: its private key, unencrypted PKCS#8; EC, RSA or Ed25519.
 * </ul>
 *
 * Files that are replaced, or the file of a key store, are used by the next handshakes, within about a second. Open connections go
 * on. While the new files cannot be used, or lack the authorities or the certificate that were there, the former ones stay in use.
 *
 * <p>Immutable, and for any thread.
 */
public final class Tls implements ExtensionOption {
    static final String AUTHORITIES = "ca.pem";
    static final String CERTIFICATE = "cert.pem";
    static final String KEY = "key.pem";

    private final Source source;
    private final @Nullable ClientCertificate clientCertificate;
    private final Pins pins;
    private final boolean checksHost;
    private final boolean sharesMemory;

    /** Whether a server asks its clients for a certificate. */
    public enum ClientCertificate {
        /** Clients without an accepted certificate are refused. */
        REQUIRED,
        /** A client may have none. One that has an unaccepted certificate is refused. */
        WANTED,
        /** Clients are not asked. */
        NONE
    }

    /** Gives the credentials for the next handshake. */
    interface Source {
        Credentials current() throws IOException;
    }

    /** Makes the source that was set, when the builder is complete. */
    private interface SourceFactory {
        Source make(Pins pins, Duration pause);
    }

    private Tls(Builder builder) {
        pins = new Pins(builder.pins);
        source = builder.source.make(pins, builder.pause);
        clientCertificate = builder.clientCertificate;
        checksHost = builder.checksHost;
        sharesMemory = builder.sharesMemory;
    }

    /**
     * Returns the option for the certificates in a folder, with the defaults of a {@link Builder}.
     *
     * @throws IllegalArgumentException if the files are not there, or do not fit each other
     */
    public static Tls folder(Path folder) {
        return builder().folder(folder).build();
    }

    /** Returns a builder. Without a certificate and authorities, it makes a client that trusts those of the JDK. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns a context with the present certificates, for clients of other protocols than the native one, such as HTTPS.
     *
     * @throws IOException if the files cannot be used and never could
     */
    public SSLContext context() throws IOException {
        return current().context();
    }

    Credentials current() throws IOException {
        return source.current();
    }

    Pins pins() {
        return pins;
    }

    boolean checksHost() {
        return checksHost && pins.areNone();
    }

    boolean sharesMemory() {
        return sharesMemory;
    }

    ClientCertificate clientCertificate(Credentials credentials) {
        if (clientCertificate != null) {
            return clientCertificate;
        }
        return credentials.hasAuthorities() || !pins.areNone() ? ClientCertificate.REQUIRED : ClientCertificate.NONE;
    }

    private interface Factory<T> {
        T make() throws GeneralSecurityException;
    }

    private static <T> T usable(Factory<T> factory) {
        try {
            return factory.make();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("TLS cannot be used: " + e.getMessage(), e);
        }
    }

    /** Returns a source whose credentials never change. */
    private static Source fixed(Factory<Credentials> factory) {
        Credentials made = usable(factory);
        return () -> made;
    }

    /** Sets what TLS does. For one thread at a time. */
    public static final class Builder {
        private SourceFactory source = (pins, pause) -> fixed(() -> Credentials.of(List.of(), null, List.of(), pins));
        private @Nullable ClientCertificate clientCertificate;
        private Set<String> pins = Set.of();
        private boolean checksHost = true;
        private boolean sharesMemory;
        private Duration pause = Duration.ofSeconds(1);

        private Builder() {}

        /** Uses the files {@code ca.pem}, {@code cert.pem} and {@code key.pem} of a folder, which may be replaced at any time. */
        public Builder folder(Path folder) {
            Path absolute = folder.toAbsolutePath();
            source = (pins, pause) -> {
                PemFolder pem = new PemFolder(absolute, pins);
                return new WatchedCredentials(absolute, pem.files(), pem, pause);
            };
            return this;
        }

        /**
         * Uses the file of a key store, PKCS#12 or JKS, which may be replaced at any time: its key, and its certificates without a key
         * as authorities.
         *
         * @param password of the store and the keys in it
         */
        public Builder keyStore(Path file, char[] password) {
            Path absolute = file.toAbsolutePath();
            char[] secret = password.clone();
            source = (pins, pause) -> new WatchedCredentials(
                    absolute,
                    List.of(absolute),
                    () -> Credentials.Certificates.of(absolute, secret).with(pins),
                    pause);
            return this;
        }

        /**
         * Uses a key store of the program: its key, and its certificates without a key as authorities. The store is read now.
         *
         * @param password of the keys in it
         * @throws IllegalArgumentException if the store cannot be used
         */
        public Builder keyStore(KeyStore store, char[] password) {
            Credentials.Certificates read = usable(() -> Credentials.Certificates.of(store, password));
            source = (pins, pause) -> fixed(() -> read.with(pins));
            return this;
        }

        /** Uses a context that the program has made. Its trust managers decide about peers, so that no fingerprint may be pinned. */
        public Builder context(SSLContext context) {
            source = (pins, pause) -> {
                if (!pins.areNone()) {
                    throw new IllegalArgumentException(
                            "A context decides itself about peers: pin fingerprints, or set a context, not both");
                }
                return fixed(() -> Credentials.of(context));
            };
            return this;
        }

        /**
         * Sets whether clients need a certificate (default: required if there are authorities in a folder, a key store or a context, or
         * pinned fingerprints; else not).
         */
        public Builder clientCertificate(ClientCertificate kind) {
            clientCertificate = kind;
            return this;
        }

        /**
         * Accepts exactly the certificate with this SHA-256, even if its issuer is unknown or it has expired. Host names are not checked
         * then. Meant for development. May be repeated.
         *
         * @param fingerprint 64 hexadecimal digits, with or without colons
         * @throws IllegalArgumentException if it is not a fingerprint
         */
        public Builder pinned(String fingerprint) {
            Set<String> all = new HashSet<>(pins);
            all.add(Pins.parse(fingerprint));
            pins = Set.copyOf(all);
            return this;
        }

        /**
         * Sets whether a client requires that the server's certificate has the host name or the IP address of the address (default
         * true). Without it, every holder of a certificate of the same authority can act as the server.
         */
        public Builder checkHostName(boolean check) {
            checksHost = check;
            return this;
        }

        /**
         * Sets whether lanes use shared memory, which is not encrypted, if the peer is a process of the same user on the same host (default
         * false). Both ends must set it. The offer of the memory is encrypted, and the kernel lets only this user open it. {@link
         * dev.wherry.EndpointOptions.Builder#sharedMemory} has to be on as well, and {@code wherry-shared-memory} on the class path.
         */
        public Builder sharedMemory(boolean share) {
            sharesMemory = share;
            return this;
        }

        /** Sets the shortest time between two checks of the files. */
        Builder checkEvery(Duration time) {
            pause = time;
            return this;
        }

        /** @throws IllegalArgumentException if the files or the key store cannot be used, or a context was set and a fingerprint pinned */
        public Tls build() {
            Tls tls = new Tls(this);
            try {
                tls.current();
            } catch (IOException e) {
                throw new IllegalArgumentException("TLS cannot be used: " + e.getMessage(), e);
            }
            return tls;
        }
    }
}
