package dev.wherry.access;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Calls;
import dev.wherry.Identity;
import dev.wherry.TokenVerifier;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Issues and verifies tokens that are signed with a key which all servers of a system share (HMAC-SHA-256). A token names its issuer, a
 * caller, the one server that accepts it, and its expiry. Each server that has the key can issue tokens for every caller, so give the key
 * only to servers that may do so. Clocks may differ by a minute. Immutable; for any thread.
 *
 * {@snippet :
 * SignedTokens tokens = SignedTokens.builder("bank.example", "ledger").key("2026-11", secret).build();
 * EndpointOptions options = EndpointOptions.builder().tokens(tokens).build();
 * }
 */
public final class SignedTokens implements TokenVerifier {
    private static final Duration SKEW = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final int LEAST_KEY_BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "w1.";

    private final String issuer;
    private final String server;
    private final Map<String, SecretKeySpec> keys;
    private final String signing;
    private final Clock clock;

    private SignedTokens(Builder built) {
        issuer = built.issuer;
        server = built.server;
        keys = Map.copyOf(built.keys);
        signing = Objects.requireNonNull(built.signing);
        clock = built.clock;
    }

    /**
     * Returns a builder.
     *
     * @param issuer the name of the system that issues these tokens; others are refused
     * @param server the name of this server: tokens for another audience are refused
     */
    public static Builder builder(String issuer, String server) {
        return new Builder(issuer, server);
    }

    /**
     * Returns a token for a caller.
     *
     * @param caller whose kind and name are in the token, without its attributes
     * @param audience the server that accepts the token
     * @param lifetime from 1 s to 30 days
     * @throws IllegalArgumentException if a text is empty, has more than 512 characters or a control character
     */
    public String issue(Identity caller, String audience, Duration lifetime) {
        return issue(
                caller.kind(), String.valueOf(caller.name()), audience, clock.instant(), lifetime, null, List.of());
    }

    /**
     * Returns a token with which this server makes calls to another one for the caller of the call that it serves. The token is for that
     * server only, and expires with the caller's own token at the latest. It names this server as one that has passed the call on. Use it
     * as {@link dev.wherry.ContextKey#TOKEN}. Without this, the next server sees this server's identity.
     *
     * @param audience the server that accepts the token
     * @param lifetime from 1 s to 30 days
     * @throws IllegalStateException outside a served call, or if it has been passed on by 8 servers before
     */
    public String delegate(String audience, Duration lifetime) {
        Identity caller = Calls.identity()
                .orElseThrow(() -> new IllegalStateException(
                        "There is no caller to delegate for: delegate is called within a served call, on its thread"));
        Map<String, String> known = caller.attributes();
        List<String> actors = new ArrayList<>();
        if (known.containsKey(ACTORS)) {
            actors.addAll(List.of(known.get(ACTORS).split(" ")));
        }
        actors.add(server);
        if (actors.size() > TokenContent.MOST_ACTORS) {
            throw new IllegalStateException(
                    "The call was passed on by " + TokenContent.MOST_ACTORS + " servers already");
        }
        String expires = known.get(EXPIRES);
        return issue(
                known.getOrDefault(SUBJECT_KIND, caller.kind()),
                String.valueOf(caller.name()),
                audience,
                clock.instant(),
                lifetime,
                expires == null ? null : Instant.parse(expires),
                actors);
    }

    private String issue(
            String kind,
            String subject,
            String audience,
            Instant now,
            Duration lifetime,
            @Nullable Instant latest,
            List<String> actors) {
        if (lifetime.compareTo(Duration.ofSeconds(1)) < 0 || lifetime.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "A token lives from 1 s to " + LONGEST.toDays() + " days, not " + lifetime);
        }
        Instant end = now.plus(lifetime);
        byte[] content = new TokenContent(
                        signing,
                        issuer,
                        audience,
                        kind,
                        subject,
                        now,
                        latest != null && latest.isBefore(end) ? latest : end,
                        actors)
                .bytes();
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        return PREFIX + base64.encodeToString(content) + "."
                + base64.encodeToString(mac(Objects.requireNonNull(keys.get(signing)), content));
    }

    @Override
    public Verified verify(String token) {
        int dot = token.lastIndexOf('.');
        if (!token.startsWith(PREFIX) || dot <= PREFIX.length()) {
            throw wrong("is not a signed token of Wherry");
        }
        byte[] bytes;
        byte[] signature;
        try {
            bytes = Base64.getUrlDecoder()
                    .decode(token.substring(PREFIX.length(), dot).getBytes(StandardCharsets.UTF_8));
            signature = Base64.getUrlDecoder().decode(token.substring(dot + 1).getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw wrong("is not in base64");
        }
        TokenContent content = TokenContent.read(bytes);
        SecretKeySpec key = content == null ? null : keys.get(content.key());
        if (content == null || key == null) {
            throw wrong(content == null ? "is damaged" : "has an unknown key");
        }
        if (!MessageDigest.isEqual(mac(key, bytes), signature)) {
            throw wrong("has a wrong signature");
        }
        check(content, clock.instant());
        return new Verified(identity(content), content.expires());
    }

    private void check(TokenContent content, Instant now) {
        if (!content.issuer().equals(issuer)) {
            throw wrong("has another issuer");
        }
        if (!content.audience().equals(server)) {
            throw wrong("is for another server than '" + server + "'");
        }
        if (!now.isBefore(content.expires().plus(SKEW))) {
            throw wrong("has expired at " + content.expires());
        }
        if (content.issued().isAfter(now.plus(SKEW))) {
            throw wrong("was issued in the future, at " + content.issued() + ": compare the clocks");
        }
    }

    private static Identity identity(TokenContent content) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put(ISSUER, content.issuer());
        attributes.put(SUBJECT_KIND, content.kind());
        attributes.put(EXPIRES, content.expires().toString());
        if (!content.actors().isEmpty()) {
            attributes.put(ACTORS, String.join(" ", content.actors()));
        }
        return new Identity(Identity.TOKEN, content.subject(), attributes);
    }

    private static CallException wrong(String how) {
        return new CallException(Code.UNAUTHENTICATED, "The token " + how);
    }

    private static byte[] mac(SecretKeySpec key, byte[] content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JDK has no " + ALGORITHM + ", which every JDK must have", e);
        }
    }

    /** Builds an object that issues and verifies tokens. For one thread at a time. */
    public static final class Builder {
        private final String issuer;
        private final String server;
        private final Map<String, SecretKeySpec> keys = new LinkedHashMap<>();
        private @Nullable String signing;
        private Clock clock = Clock.systemUTC();

        private Builder(String issuer, String server) {
            this.issuer = TokenContent.check("An issuer", issuer);
            this.server = TokenContent.check("An audience", server);
            if (server.contains(" ")) {
                throw new IllegalArgumentException("A server's name in a token has no space, as '" + server + "' does");
            }
        }

        /**
         * Adds a key. All keys verify; the one that was added first signs. To replace a key, add the new one as the second everywhere, then
         * make it the first everywhere, and remove the old one when its last token has expired.
         *
         * @param id names it in tokens
         * @param secret at least 256 random bits, which are copied
         * @throws IllegalArgumentException if it is shorter, or the id is there already
         */
        public Builder key(String id, byte[] secret) {
            if (secret.length < LEAST_KEY_BYTES) {
                throw new IllegalArgumentException("A key has at least " + LEAST_KEY_BYTES + " bytes (256 bits); key '"
                        + id + "' has " + secret.length + ": create one by a SecureRandom, not from a password");
            }
            if (keys.putIfAbsent(TokenContent.check("A key's id", id), new SecretKeySpec(secret, ALGORITHM)) != null) {
                throw new IllegalArgumentException("There are two keys '" + id + "'");
            }
            signing = signing == null ? id : signing;
            return this;
        }

        /** Sets the clock (default: the system's). */
        public Builder clock(Clock clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /** @throws IllegalStateException if there is no key */
        public SignedTokens build() {
            if (signing == null) {
                throw new IllegalStateException("Signed tokens need a key");
            }
            return new SignedTokens(this);
        }
    }
}
