package dev.wherry.fuzz;

import dev.wherry.CallException;
import dev.wherry.Identity;
import dev.wherry.access.SignedTokens;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A signed token, which a peer sends with a call. */
final class BearerToken implements Target {
    private final SignedTokens tokens =
            SignedTokens.builder("issuer", "server").key("key", new byte[32]).build();

    @Override
    public void parse(byte[] bytes) {
        try {
            tokens.verify(new String(bytes, StandardCharsets.UTF_8));
        } catch (CallException e) {
            // The call is refused with this message.
        }
    }

    @Override
    public List<byte[]> seeds() {
        String token = tokens.issue(Identity.of("tls", "CN=client"), "server", Duration.ofDays(1));
        return List.of(token.getBytes(StandardCharsets.UTF_8));
    }
}
