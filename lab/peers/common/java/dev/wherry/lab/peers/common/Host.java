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

/** The address at which this process listens: loopback, unless the harness says that the other end is elsewhere. */
public final class Host {
    private static final String VARIABLE = "LAB_HOST";
    private static final String LOOPBACK = "127.0.0.1";
    /** Above those that services are known by. */
    private static final int LOWEST_PORT = 10_000;
    /** From here on the kernel gives ports to connections. */
    private static final int END_OF_PORTS = 32_768;
    private static final int TRIES = 100;
    /** Each holds a port's number for datagrams, which is what others see of a claim, until this process ends. */
    private static final Queue<DatagramSocket> CLAIMS = new ConcurrentLinkedQueue<>();

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

    /**
     * For a system that takes no port but one that it is told, or does not tell which it got. Nothing listens there until the
     * system does, so it is one that no connection is given meanwhile, and no other process that looks for one here.
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
            // Only now: where another process has claimed it, a look could be what keeps it from listening.
            new ServerSocket(port, 1, address()).close();
            CLAIMS.add(claim);
            return true;
        } catch (BindException taken) {
            claim.close();
            return false;
        }
    }

    /** What such a text says. */
    public static InetSocketAddress parse(String text) throws UnknownHostException {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(
                InetAddress.getByName(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }
}
