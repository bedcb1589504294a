package dev.wherry.lab.peers.common;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The address at which this process listens: loopback, unless the harness says that the other end is elsewhere. */
public final class Host {
    private static final String VARIABLE = "LAB_HOST";
    private static final String LOOPBACK = "127.0.0.1";

    private Host() {}

    /** To listen at. */
    public static InetAddress address() throws UnknownHostException {
        String told = System.getenv(VARIABLE);
        return InetAddress.getByName(told == null ? LOOPBACK : told);
    }

    /** As it stands in a URI. */
    public static String name() throws UnknownHostException {
        InetAddress address = address();
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    /** What a client has to know of a port here. */
    public static String with(int port) throws UnknownHostException {
        return name() + ":" + port;
    }

    /** What such a text says. */
    public static InetSocketAddress parse(String text) throws UnknownHostException {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(
                InetAddress.getByName(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }
}
