package dev.wherry.internal.wire;

import dev.wherry.Identity;
import java.util.Arrays;
import java.util.Objects;

/**
 * Where a connection comes from, as limits count it: a user, an IPv4 address, or an IPv6 network of 64 bits, of which one
 * machine usually has all addresses. All loopback addresses are one source.
 */
public record Source(String kind, String name) {
    public static Source of(Identity peer) {
        String ip = peer.attributes().get(Identity.IP);
        if (ip == null) {
            return new Source(peer.kind(), String.valueOf(peer.name()));
        }
        // With or without TLS, an address is the same source.
        return new Source(Identity.ADDRESS, peer.isOfThisHost() ? "loopback" : network(ip));
    }

    /** An IPv6 address is written as eight groups, as {@link java.net.InetAddress#getHostAddress} does. */
    private static String network(String ip) {
        String[] groups = ip.split(":");
        return groups.length == 1 ? ip : String.join(":", Arrays.copyOf(groups, 4));
    }

    /** Whether the connection is within this JVM, so that no limit applies. */
    public boolean isHere() {
        return kind.equals(Identity.PROCESS);
    }

    /** Whether two connections have the same peer, as far as their links show. The port of an address does not count. */
    public static boolean isSame(Identity one, Identity other) {
        String ip = one.attributes().get(Identity.IP);
        boolean hasPort = ip != null && one.kind().equals(Identity.ADDRESS); // in its name; any other name is proven
        return one.kind().equals(other.kind())
                && Objects.equals(ip, other.attributes().get(Identity.IP))
                && (hasPort || Objects.equals(one.name(), other.name()));
    }
}
