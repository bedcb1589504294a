package dev.wherry.lab.peers.jboss;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;

/** Where the rmi transport's registry listens: by itself on every interface, at a port that cannot be asked for. */
public final class LoopbackRegistry extends RMISocketFactory {
    private static final int BACKLOG = 50;

    private volatile int port;

    private LoopbackRegistry() {}

    /** Has whatever is exported without a socket factory of its own, as the registry is, listen on loopback alone. */
    public static LoopbackRegistry install() throws IOException {
        LoopbackRegistry factory = new LoopbackRegistry();
        RMISocketFactory.setSocketFactory(factory);
        return factory;
    }

    /** The port of the registry. */
    public int port() {
        return port;
    }

    @Override
    public ServerSocket createServerSocket(int any) throws IOException {
        ServerSocket socket = new ServerSocket(any, BACKLOG, InetAddress.getLoopbackAddress());
        port = socket.getLocalPort();
        return socket;
    }

    @Override
    public Socket createSocket(String host, int to) throws IOException {
        return new Socket(host, to);
    }
}
