package dev.wherry.rmi;

import dev.wherry.Identity;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/** The host at the other end of a connection. */
final class ClientHost {
    private ClientHost() {}

    /** Its numeric address; of a peer that is not connected by TCP, that of this host. */
    static String of(Identity peer) {
        String ip = peer.attributes().get(Identity.IP);
        return ip != null ? ip : InetAddress.getLoopbackAddress().getHostAddress();
    }

    /** Whether a numeric address is one of this host's. */
    static boolean isHere(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException e) {
            return false; // not known to be here
        }
    }
}
