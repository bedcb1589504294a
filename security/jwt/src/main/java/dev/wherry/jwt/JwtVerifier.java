package dev.wherry.jwt;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.TokenVerifier;
import java.net.InetAddress;
import java.net.URI;
import java.security.Key;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jwk.VerificationJwkSelector;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.ErrorCodeValidator;
import org.jose4j.jwt.consumer.ErrorCodes;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.lang.JoseException;
import org.jose4j.lang.UnresolvableKeyException;
import org.jspecify.annotations.Nullable;

/**
 * Verifies JSON Web Tokens that an identity provider (OIDC) has signed with a private key. A token must have the issuer, this server's
 * audience, a subject and an expiry. The algorithm must be one of RS, PS and ES with 256, 384 and 512 bits, or EdDSA; {@code none} and HMAC
 * are refused. Clocks may differ by a minute. The caller's identity is of kind {@code token}, and its name is the subject. For any thread.
 *
 * <p>Set by {@link EndpointOptions.Builder#tokens}. The first call, and one in ten minutes, waits until the keys are fetched.
 */
public final class JwtVerifier implements TokenVerifier {
    /** Attributes that a claim may not set: policies and delegation rely on them. */
    private static final Set<String> RESERVED =
            Set.of(ISSUER, EXPIRES, ROLES, SUBJECT_KIND, ACTORS, Identity.IP, "user");

    private static final int SKEW_SECONDS = 60;
    private static final int LONGEST_CLAIM = 1_000;
    private static final Set<String> ALGORITHMS = Set.of(
            AlgorithmIdentifiers.RSA_USING_SHA256,
            AlgorithmIdentifiers.RSA_USING_SHA384,
            AlgorithmIdentifiers.RSA_USING_SHA512,
            AlgorithmIdentifiers.RSA_PSS_USING_SHA256,
            AlgorithmIdentifiers.RSA_PSS_USING_SHA384,
            AlgorithmIdentifiers.RSA_PSS_USING_SHA512,
            AlgorithmIdentifiers.ECDSA_USING_P256_CURVE_AND_SHA256,
            AlgorithmIdentifiers.ECDSA_USING_P384_CURVE_AND_SHA384,
            AlgorithmIdentifiers.ECDSA_USING_P521_CURVE_AND_SHA512,
            AlgorithmIdentifiers.EDDSA);

    private final KeySource keys;
    private final int longest;
    private final Map<String, String> claims;
    private final @Nullable String roles;
    private final JwtConsumer consumer;

    private JwtVerifier(Builder built) {
        keys = Objects.requireNonNull(built.keys);
        longest = built.longest;
        claims = Map.copyOf(built.claims);
        roles = built.roles;
        JwtConsumerBuilder rules = new JwtConsumerBuilder()
                .setJwsAlgorithmConstraints(
                        new AlgorithmConstraints(ConstraintType.PERMIT, built.algorithms.toArray(String[]::new)))
                .setExpectedIssuer(true, built.issuer)
                .setExpectedAudience(true, built.audience)
                .setRequireSubject()
                .setRequireExpirationTime()
                .setAllowedClockSkewInSeconds(SKEW_SECONDS)
                .setVerificationKeyResolver((signature, _) -> key(signature));
        Instant fixed = built.now;
        consumer = (fixed == null ? rules : rules.setEvaluationTime(NumericDate.fromMilliseconds(fixed.toEpochMilli())))
                .build();
    }

    /**
     * Returns a builder.
     *
     * @param issuer the exact {@code iss} of the identity provider
     * @param audience this server's name there, which {@code aud} must contain
     */
    public static Builder builder(String issuer, String audience) {
        return new Builder(issuer, audience);
    }

    private Key key(JsonWebSignature signature) throws UnresolvableKeyException {
        JsonWebKey found = select(signature, keys.keys());
        if (found == null) {
            found = select(signature, keys.newer()); // the provider has a new key
        }
        // Never a symmetric key: a public key must not become the secret of an HMAC.
        if (!(found instanceof PublicJsonWebKey pair)) {
            throw new UnresolvableKeyException("No key of this id and algorithm");
        }
        return pair.getPublicKey();
    }

    private static @Nullable JsonWebKey select(JsonWebSignature signature, List<JsonWebKey> among)
            throws UnresolvableKeyException {
        try {
            return new VerificationJwkSelector().select(signature, among);
        } catch (JoseException e) {
            throw new UnresolvableKeyException("No key can be chosen", e);
        }
    }

    @Override
    public Verified verify(String token) {
        if (token.length() > longest) {
            throw wrong("has " + token.length() + " characters; the most are " + longest);
        }
        try {
            JwtClaims claims = consumer.process(token).getJwtClaims();
            return new Verified(
                    identity(claims),
                    Instant.ofEpochSecond(claims.getExpirationTime().getValue()));
        } catch (InvalidJwtException e) {
            throw refusal(e);
        } catch (MalformedClaimException e) {
            throw wrong("has a claim of a wrong type");
        }
    }

    private Identity identity(JwtClaims token) throws MalformedClaimException {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put(ISSUER, token.getIssuer());
        attributes.put(
                EXPIRES,
                Instant.ofEpochSecond(token.getExpirationTime().getValue()).toString());
        claims.forEach((claim, attribute) -> {
            Object found = token.getClaimValue(claim);
            if (found != null && !(found instanceof Collection<?>)) {
                attributes.put(attribute, text(claim, found));
            }
        });
        Object value = roles == null ? null : token.getClaimValue(roles);
        if (roles != null && value != null) {
            attributes.put(
                    ROLES,
                    value instanceof Collection<?> several
                            ? several.stream()
                                    .map(each -> text(roles, each))
                                    .filter(each -> !each.contains(" "))
                                    .collect(Collectors.joining(" "))
                            : text(roles, value));
        }
        return new Identity(Identity.TOKEN, text("sub", token.getSubject()), attributes);
    }

    private static String text(String claim, Object value) {
        String text = value.toString();
        if (text.length() > LONGEST_CLAIM || text.chars().anyMatch(Character::isISOControl)) {
            throw wrong("has more than " + LONGEST_CLAIM + " characters or a control character in '" + claim + "'");
        }
        return text;
    }

    /** Says which rule is broken, without a part of the token. */
    private static CallException refusal(InvalidJwtException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CallException unavailable) {
                return unavailable;
            }
        }
        for (ErrorCodeValidator.Error each : e.getErrorDetails()) {
            switch (each.getErrorCode()) {
                case ErrorCodes.EXPIRED -> {
                    return wrong("has expired");
                }
                case ErrorCodes.NOT_YET_VALID, ErrorCodes.ISSUED_AT_INVALID_FUTURE -> {
                    return wrong("is not valid yet: compare the clocks");
                }
                case ErrorCodes.AUDIENCE_INVALID, ErrorCodes.AUDIENCE_MISSING -> {
                    return wrong("is for another audience");
                }
                case ErrorCodes.ISSUER_INVALID, ErrorCodes.ISSUER_MISSING -> {
                    return wrong("has another issuer");
                }
                case ErrorCodes.EXPIRATION_MISSING, ErrorCodes.SUBJECT_MISSING -> {
                    return wrong("has no expiry or no subject");
                }
                default -> {}
            }
        }
        return wrong("is not a valid token of this issuer: its form, algorithm, key or signature is wrong");
    }

    private static CallException wrong(String how) {
        return new CallException(Code.UNAUTHENTICATED, "The token " + how);
    }

    /** Builds a verifier. For one thread at a time. */
    public static final class Builder {
        private static final Duration PAUSE = Duration.ofSeconds(10);

        private final String issuer;
        private final String audience;
        private final Map<String, String> claims = new LinkedHashMap<>();
        private final List<JsonWebKey> fixed = new ArrayList<>();
        private @Nullable KeySource keys;
        private @Nullable String roles;
        private Set<String> algorithms = ALGORITHMS;
        private int longest = 8_192;
        private @Nullable Instant now;

        private Builder(String issuer, String audience) {
            this.issuer = Objects.requireNonNull(issuer, "issuer");
            this.audience = Objects.requireNonNull(audience, "audience");
        }

        /**
         * Fetches the keys (JWKS) from a URL, when they are needed and again after ten minutes or for a new key, but at most once in 10 s.
         * Without them, calls with a token are refused with {@link Code#UNAVAILABLE}. Keys that were fetched remain in use for a day
         * while the URL cannot be read.
         *
         * @param url with {@code https}, or {@code http} to this host
         */
        public Builder keysFrom(URI url) {
            return keysFrom(url, PAUSE);
        }

        Builder keysFrom(URI url, Duration pause) {
            if (!"https".equals(url.getScheme()) && !("http".equals(url.getScheme()) && isHere(url.getHost()))) {
                throw new IllegalArgumentException(
                        "Keys are fetched by https, since they decide who is believed; this is " + url);
            }
            keys = new FetchedKeys(url, pause);
            return this;
        }

        private static boolean isHere(String host) {
            try {
                return host.equals("localhost") || InetAddress.ofLiteral(host).isLoopbackAddress();
            } catch (IllegalArgumentException e) {
                return false; // a name, which may have any address
            }
        }

        /**
         * Adds a fixed key.
         *
         * @param id the {@code kid} of its tokens
         * @throws IllegalArgumentException if it is not an RSA, EC or EdDSA key
         */
        public Builder key(String id, PublicKey key) {
            try {
                PublicJsonWebKey made = PublicJsonWebKey.Factory.newPublicJwk(key);
                made.setKeyId(Objects.requireNonNull(id, "id"));
                fixed.add(made);
            } catch (JoseException e) {
                throw new IllegalArgumentException("A key '" + key.getAlgorithm() + "' cannot verify tokens", e);
            }
            List<JsonWebKey> all = List.copyOf(fixed);
            keys = () -> all;
            return this;
        }

        /**
         * Sets the accepted algorithms, such as {@code ES256} (default: all of RS, PS, ES and EdDSA).
         *
         * @throws IllegalArgumentException if one is {@code none}, HMAC or unknown
         */
        public Builder algorithms(String... names) {
            for (String each : names) {
                if (!ALGORITHMS.contains(each)) {
                    throw new IllegalArgumentException("'" + each + "' is not one of " + ALGORITHMS);
                }
            }
            algorithms = Set.of(names);
            return this;
        }

        /**
         * Adds a claim that the identity has as an attribute. Lists are left out.
         *
         * @throws IllegalArgumentException if policies or delegation rely on the attribute: issuer, expires, roles, subject-kind,
         *     actors, ip and user
         */
        public Builder attribute(String claim, String attribute) {
            if (RESERVED.contains(attribute)) {
                throw new IllegalArgumentException("The attribute '" + attribute + "' is not set by a claim");
            }
            claims.put(claim, attribute);
            return this;
        }

        /** Sets the claim with the roles, a list or a text with spaces. The identity has them as attribute {@link TokenVerifier#ROLES}. */
        public Builder roles(String claim) {
            roles = Objects.requireNonNull(claim, "claim");
            return this;
        }

        /** Sets how many characters a token may have (default 8,192, which is the most that a call can carry). */
        public Builder longestToken(int characters) {
            longest = characters;
            return this;
        }

        Builder at(Instant now) {
            this.now = now;
            return this;
        }

        /** @throws IllegalStateException if there are no keys */
        public JwtVerifier build() {
            if (keys == null) {
                throw new IllegalStateException("A verifier needs keys: set keysFrom(url) or key(id, key)");
            }
            return new JwtVerifier(this);
        }
    }
}
