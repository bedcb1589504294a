package dev.wherry.testsupport;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for programs that listen some time after their port was chosen. */
public final class FreePort {
    private static final int LOWEST = 10_000;

    /** The system gives connections and listeners without a port one from here on. */
    private static final int END = 32_768;

    private static final int TRIES = 100;

    /** Of this JVM, until it ends. */
    private static final Queue<DatagramSocket> CLAIMS = new ConcurrentLinkedQueue<>();

    private FreePort() {}

    /** Returns a port at which nothing listens, and which no other JVM of the tests or of the lab chooses until this one ends. */
    public static int choose() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, END);
            if (claim(port)) {
                return port;
            }
        }
        throw new BindException("all of " + TRIES + " ports were taken");
    }

    private static boolean claim(int port) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        DatagramSocket claim;
        try {
            claim = new DatagramSocket(port, loopback);
        } catch (BindException claimed) {
            return false;
        }
        try {
            // Only now: if another process has claimed the port, this could keep that process from listening.
            new ServerSocket(port, 1, loopback).close();
            CLAIMS.add(claim);
            return true;
        } catch (BindException taken) {
            claim.close();
            return false;
        }
    }
}
