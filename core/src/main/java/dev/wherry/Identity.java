package dev.wherry;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a link, as far as the link itself knows it. Nothing in it is taken from what the peer sends.
 *
 * @param kind such as {@code address} (an IP address, unproven), {@code unix} (a user id reported by the kernel)
 * @param name such as {@code 127.0.0.1:40112} or {@code uid 1000}
 */
public record Identity(String kind, @Nullable String name, Map<String, String> attributes) {
    /** The attribute of an identity of kind {@code address} that is its IP address, without the port. */
    public static final String IP = "ip";

    public Identity {
        attributes = Map.copyOf(attributes);
    }

    /** Returns an identity without attributes. */
    public static Identity of(String kind, @Nullable String name) {
        return new Identity(kind, name, Map.of());
    }

    @Override
    public String toString() {
        return name == null ? kind : name;
    }
}
