package dev.wherry;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a link, as far as the link itself knows it, or the one whom a verified token speaks for. Nothing else in it is taken
 * from the peer.
 *
 * @param kind such as {@code address} (an IP address, unproven), {@code unix} (a user id reported by the kernel), {@code tls} (a
 *     certificate), {@code token} (a verified token)
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

    /**
     * Returns whether the other end is on this host: this JVM, the peer of a Unix socket or of shared memory, or one with a loopback
     * address.
     */
    public boolean isOfThisHost() {
        String ip = attributes.get(IP);
        return ip == null
                ? kind.equals("unix") || kind.equals("process")
                : ip.startsWith("127.") || ip.equals("0:0:0:0:0:0:0:1") || ip.equals("::1");
    }

    @Override
    public String toString() {
        return name == null ? kind : name;
    }
}
