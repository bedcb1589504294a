package dev.wherry.lab.peers.jboss;

import dev.wherry.lab.peers.common.Host;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;

/** Where the rmi transport's registry listens: by itself on every interface, at a port that cannot be asked for. */
public final class RegistryListener extends RMISocketFactory {
    private static final int BACKLOG = 50;

    private volatile int port;

    private RegistryListener() {}

    /** Has whatever is exported without a socket factory of its own, as the registry is, listen at this process's address alone. */
    public static RegistryListener install() throws IOException {
        RegistryListener factory = new RegistryListener();
        RMISocketFactory.setSocketFactory(factory);
        return factory;
    }

    /** The port of the registry. */
    public int port() {
        return port;
    }

    @Override
    public ServerSocket createServerSocket(int any) throws IOException {
        ServerSocket socket = new ServerSocket(any, BACKLOG, Host.address());
        port = socket.getLocalPort();
        return socket;
    }

    @Override
    public Socket createSocket(String host, int to) throws IOException {
        return new Socket(host, to);
    }
}
