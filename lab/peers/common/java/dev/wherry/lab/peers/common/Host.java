package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/** The address at which this process listens: loopback, unless the harness has placed the other end elsewhere. */
public final class Host {
    private static final String VARIABLE = "LAB_HOST";
    private static final String LOOPBACK = "127.0.0.1";
    /** Above the ports of well-known services. */
    private static final int LOWEST_PORT = 10_000;
    /** From here on the kernel assigns ports to connections. */
    private static final int END_OF_PORTS = 32_768;
    private static final int TRIES = 100;
    /**
     * Sockets for datagrams, one for the number of each claimed port. Other processes see the claim by them, until this
     * process ends.
     */
    private static final Queue<DatagramSocket> CLAIMS = new ConcurrentLinkedQueue<>();

    private Host() {}

    /** Returns the address to listen at. */
    public static InetAddress address() throws UnknownHostException {
        String told = System.getenv(VARIABLE);
        return InetAddress.getByName(told == null ? LOOPBACK : told);
    }

    /** Returns the address as in a URI. */
    public static String name() throws UnknownHostException {
        InetAddress address = address();
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    /** Returns what a client has to know of a port of this process. */
    public static String with(int port) throws UnknownHostException {
        return name() + ":" + port;
    }

    /**
     * Returns a port for a system that needs a given one, or does not report which one it got. Until the system listens
     * there, no connection gets this port, nor does another process that searches for one here.
     */
    public static int freePort() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, END_OF_PORTS);
            if (claim(port)) {
                return port;
            }
        }
        throw new BindException("all of " + TRIES + " ports were taken");
    }

    private static boolean claim(int port) throws IOException {
        DatagramSocket claim;
        try {
            claim = new DatagramSocket(port, address());
        } catch (BindException claimed) {
            return false;
        }
        try {
            // Only now: if another process has claimed the port, a test could keep that process from listening.
            new ServerSocket(port, 1, address()).close();
            CLAIMS.add(claim);
            return true;
        } catch (BindException taken) {
            claim.close();
            return false;
        }
    }

    /** Returns the parts of such a text. */
    public static InetSocketAddress parse(String text) throws UnknownHostException {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(
                InetAddress.getByName(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }
}
