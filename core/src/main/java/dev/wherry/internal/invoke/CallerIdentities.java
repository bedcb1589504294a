package dev.wherry.internal.invoke;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.PeerRights;
import dev.wherry.PeerRights.Right;
import dev.wherry.TokenVerifier;
import dev.wherry.TokenVerifier.Verified;
import dev.wherry.text.OneLine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Finds out for whom a call is made, by its token or by what a trusted proxy states. Keeps verified tokens by their SHA-256. */
final class CallerIdentities {
    private static final int LONGEST_TOKEN = 8_192;
    private static final int LONGEST_NAME = 1_000;
    private static final int MOST_KEPT = 4_096;
    /** After this time a token is verified again, since its key may have been removed. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final @Nullable TokenVerifier tokens;
    private final PeerRights rights;
    private final ConcurrentMap<ByteBuffer, Verified> verified = new ConcurrentHashMap<>();

    CallerIdentities(EndpointOptions options) {
        tokens = options.tokens();
        rights = PeerRights.in(options);
    }

    /** Sets the identity of a call that has a context, and hides from the method what proves it. */
    void identify(InboundCall call) {
        Map<ContextKey<?>, Object> sent = call.sent();
        String token = (String) sent.get(ContextKey.TOKEN);
        String forwarded = (String) sent.get(ContextKey.FORWARDED_IDENTITY);
        if (token == null && forwarded == null) {
            return;
        }
        Map<ContextKey<?>, Object> visible = new HashMap<>(sent);
        visible.remove(ContextKey.TOKEN);
        visible.remove(ContextKey.FORWARDED_IDENTITY);
        call.identified(null, visible);
        if (token != null && tokens != null) {
            call.identified(verify(tokens, token), visible);
        } else if (forwarded != null && rights.has(Right.FORWARDED_IDENTITY, call.link())) {
            call.identified(forwarded(forwarded), visible);
        }
    }

    private Identity verify(TokenVerifier tokens, String token) {
        if (token.isEmpty() || token.length() > LONGEST_TOKEN) {
            throw new CallException(
                    Code.UNAUTHENTICATED,
                    "A token has 1 to " + LONGEST_TOKEN + " characters; this has " + token.length());
        }
        ByteBuffer digest = digest(token);
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        Verified known = verified.get(digest);
        if (known == null || !now.isBefore(known.expires())) {
            known = tokens.verify(token);
            if (verified.size() >= MOST_KEPT) {
                verified.clear();
            }
            Instant latest = now.plus(KEPT);
            verified.put(digest, known.expires().isAfter(latest) ? new Verified(known.identity(), latest) : known);
        }
        return known.identity();
    }

    private static ByteBuffer digest(String token) {
        try {
            byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This JDK has no SHA-256, which every JDK must have", e);
        }
    }

    private static Identity forwarded(String name) {
        if (name.isBlank()
                || name.length() > LONGEST_NAME
                || !OneLine.whole(name).equals(name)) {
            throw new CallException(
                    Code.UNAUTHENTICATED,
                    "A forwarded identity has 1 to " + LONGEST_NAME + " characters without control characters");
        }
        return Identity.of("forwarded", name);
    }
}
