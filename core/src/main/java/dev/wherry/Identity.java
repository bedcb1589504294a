package dev.wherry;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The other end of a link, as far as the link itself knows it, or the one whom a verified token speaks for. Nothing else in it is taken
 * from the peer.
 *
 * @param kind {@link #ADDRESS}, {@link #UNIX}, {@link #PROCESS}, {@link #TOKEN}, {@code tls} (a certificate) or another one; the guide
 *     lists all
 * @param name such as {@code 127.0.0.1:40112} or {@code uid 1000}
 */
public record Identity(String kind, @Nullable String name, Map<String, String> attributes) {
    /** The kind of an IP address, which nothing proves. */
    public static final String ADDRESS = "address";

    /** The kind of a user whom the kernel reports. */
    public static final String UNIX = "unix";

    /** The kind of {@link #THIS_JVM}. */
    public static final String PROCESS = "process";

    /** The kind of a verified token's identity. */
    public static final String TOKEN = "token";

    /** The identity of calls that are made within this JVM. */
    public static final Identity THIS_JVM = of(PROCESS, "this JVM");

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
                ? kind.equals(UNIX) || kind.equals(PROCESS)
                : ip.startsWith("127.") || ip.equals("0:0:0:0:0:0:0:1") || ip.equals("::1");
    }

    @Override
    public String toString() {
        return name == null ? kind : name;
    }
}
