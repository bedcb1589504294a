package dev.wherry.access;

import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.Interceptor;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Sends a token with each call of an endpoint's stubs. Look-ups, listings and tasks carry no token.
 *
 * {@snippet :
 * var options = EndpointOptions.builder().addClientInterceptor(BearerTokens.from(this::currentToken)).build();
 * }
 */
public final class BearerTokens {
    private BearerTokens() {}

    /**
     * Returns an interceptor for {@link EndpointOptions.Builder#addClientInterceptor}. A call that has a token already keeps it.
     *
     * @param token returns the token to send, quickly and for any thread; it renews a token that is about to expire
     */
    public static Interceptor from(Supplier<String> token) {
        Objects.requireNonNull(token, "token");
        return (call, next) -> next.proceed(
                call.options().context().containsKey(ContextKey.TOKEN)
                        ? call
                        : call.withOptions(call.options().toBuilder()
                                .context(ContextKey.TOKEN, token.get())
                                .build()));
    }
}
