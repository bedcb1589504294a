package dev.wherry.certificates;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a certificate that an authority is to issue. Immutable.
 *
 * @param name the common name of the subject
 * @param hosts the DNS names and IP addresses of a server; empty for a client
 * @param spiffe the SPIFFE id, such as {@code spiffe://example.org/teller}; null: none
 * @param from the first moment at which it is valid
 * @param until the last one
 * @param key the algorithm of the key
 */
public record CertificateRequest(
        String name, List<String> hosts, @Nullable String spiffe, Instant from, Instant until, KeyAlgorithm key) {
    private static final Duration CLOCKS = Duration.ofMinutes(5);

    /** The algorithm of a key. */
    public enum KeyAlgorithm {
        /** P-256, which every implementation of TLS has. */
        EC,
        RSA,
        ED25519
    }

    public CertificateRequest {
        hosts = List.copyOf(hosts);
        if (!from.isBefore(until)) {
            throw new IllegalArgumentException(
                    "A certificate must end after it begins; this is " + from + " to " + until);
        }
        if (spiffe != null && !spiffe.startsWith("spiffe://")) {
            throw new IllegalArgumentException(
                    "'" + spiffe + "' is not a SPIFFE id: expected spiffe://TRUST_DOMAIN/PATH");
        }
    }

    /**
     * Returns the request of a server.
     *
     * @param hosts its DNS names and IP addresses, the first one is also its common name
     * @throws IllegalArgumentException if there is none
     */
    public static CertificateRequest server(List<String> hosts, Duration valid) {
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException("A server's certificate needs the names or addresses that clients use");
        }
        return named(hosts.getFirst(), hosts, valid);
    }

    /** Returns the request of a client. */
    public static CertificateRequest client(String name, Duration valid) {
        return named(name, List.of(), valid);
    }

    private static CertificateRequest named(String name, List<String> hosts, Duration valid) {
        Instant now = Instant.now();
        return new CertificateRequest(name, hosts, null, now.minus(CLOCKS), now.plus(valid), KeyAlgorithm.EC);
    }

    /** Returns this request with a SPIFFE id. */
    public CertificateRequest withSpiffe(String id) {
        return new CertificateRequest(name, hosts, id, from, until, key);
    }

    /** Returns this request with a key of another algorithm. */
    public CertificateRequest withKey(KeyAlgorithm algorithm) {
        return new CertificateRequest(name, hosts, spiffe, from, until, algorithm);
    }

    /** Returns this request with another time. */
    public CertificateRequest valid(Instant first, Instant last) {
        return new CertificateRequest(name, hosts, spiffe, first, last, key);
    }

    /** Returns this request with more DNS names or IP addresses. */
    public CertificateRequest withHosts(String... more) {
        List<String> all = new ArrayList<>(hosts);
        all.addAll(List.of(more));
        return new CertificateRequest(name, all, spiffe, from, until, key);
    }
}
