package dev.wherry;

import java.util.Objects;
import java.util.Set;

/**
 * Names a typed entry that travels beside a call's arguments, such as a trace context or a tenant.
 *
 * @param name at most 64 characters; the same on both sides, e.g. {@code "traceparent"}
 * @param type {@code String}, {@code Long}, {@code Boolean} or {@code byte[]}
 */
public record ContextKey<T>(String name, Class<T> type) {
    private static final int LONGEST_NAME = 64;
    private static final Set<Class<?>> TYPES = Set.of(String.class, Long.class, Boolean.class, byte[].class);

    /** The W3C trace context, as {@code traceparent} in HTTP. */
    public static final ContextKey<String> TRACEPARENT = new ContextKey<>("traceparent", String.class);

    /**
     * The number of the attempt, if a call is made more than once: 2 for the second one. A first attempt has no such entry. See
     * {@link CallOptions.Builder#attempts}.
     */
    public static final ContextKey<Long> ATTEMPT = new ContextKey<>("wherry.attempt", Long.class);

    /**
     * The key of a call of a {@link Once} method, which is the same for all its attempts: 1 to 64 characters. Wherry chooses a random one
     * of 128 bits for each call that has none. A program that makes a call again itself, such as after its own restart, sets the key that
     * it has kept. A client that knows the key and may call the method gets the answer of the call, so choose a key that nobody can guess.
     * The answer is not sent for another method or other arguments. Such a call gets {@link CallException.Code#INVALID_CALL}. Arguments are
     * compared that are texts, numbers, enum constants, and times and dates without a zone. Others, such as records and collections, are not.
     */
    public static final ContextKey<String> CALL_KEY = new ContextKey<>("wherry.key", String.class);

    /**
     * The token that proves for whom a call is made, as the header {@code Authorization: Bearer} in HTTP. An endpoint with a {@link
     * EndpointOptions.Builder#tokens token verifier} refuses a call whose token is wrong. No method, interceptor or authorizer of a
     * server sees it, and it is never passed on to another server. Send it over encrypted or local connections only.
     */
    public static final ContextKey<String> TOKEN = new ContextKey<>("wherry.token", String.class);

    /**
     * The name of the one for whom a proxy of the same host makes a call: 1 to 1,000 characters, as the header {@code
     * X-Forwarded-Identity} in HTTP. It has no effect unless {@link
     * PeerRights.Right#FORWARDED_IDENTITY} is given. The caller's identity is then of kind {@code forwarded}. No method of a server sees it, and
     * it is never passed on.
     */
    public static final ContextKey<String> FORWARDED_IDENTITY = new ContextKey<>("wherry.forwarded", String.class);

    public ContextKey {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "A context key's name has 1 to " + LONGEST_NAME + " characters; this has " + name.length());
        }
        if (!TYPES.contains(type)) {
            throw new IllegalArgumentException("A context entry is a String, Long, Boolean or byte[]; '" + name
                    + "' was declared as " + type.getName());
        }
    }

    /**
     * Returns a key whose values are strings.
     *
     * @throws IllegalArgumentException if the name is empty or has more than 64 characters
     */
    public static ContextKey<String> text(String name) {
        return new ContextKey<>(name, String.class);
    }

    /**
     * Returns a key whose values are numbers of 64 bits.
     *
     * @throws IllegalArgumentException if the name is empty or has more than 64 characters
     */
    public static ContextKey<Long> number(String name) {
        return new ContextKey<>(name, Long.class);
    }
}
