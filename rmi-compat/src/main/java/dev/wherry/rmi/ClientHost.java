package dev.wherry.rmi;

import dev.wherry.Identity;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/** The host of a peer. */
final class ClientHost {
    private ClientHost() {}

    /** Returns the peer's numeric address, or that of this host if the peer is not connected by TCP. */
    static String of(Identity peer) {
        String ip = peer.attributes().get(Identity.IP);
        return ip != null ? ip : InetAddress.getLoopbackAddress().getHostAddress();
    }

    /** Returns whether a numeric address belongs to this host. */
    static boolean isHere(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException e) {
            return false; // treated as another host
        }
    }
}
