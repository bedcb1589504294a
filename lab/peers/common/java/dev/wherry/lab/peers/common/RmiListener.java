package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.rmi.server.RMISocketFactory;

/** Where RMI listens: by itself on every interface, and a registry at a port that cannot be asked for. */
public final class RmiListener extends RMISocketFactory {
    private final int backlog;
    private volatile int port;

    private RmiListener(int backlog) {
        this.backlog = backlog;
    }

    /** Has stubs carry the address that it listens at; without, they carry what the name of the machine stands for. */
    public static void nameInStubs() throws UnknownHostException {
        System.setProperty("java.rmi.server.hostname", Host.address().getHostAddress());
    }

    /** RMI opens a connection for each call that waits, and thousands may call at once; the usual 50 would turn some away. */
    public static RmiListener forThousands() {
        return new RmiListener(4096);
    }

    /** With the system's own backlog. */
    public static RmiListener usual() {
        return new RmiListener(0);
    }

    /** For whatever is exported without a socket factory of its own. */
    public RmiListener forAll() throws IOException {
        RMISocketFactory.setSocketFactory(this);
        return this;
    }

    /** The port at which it was last made to listen. */
    public int port() {
        return port;
    }

    @Override
    public ServerSocket createServerSocket(int any) throws IOException {
        ServerSocket socket = new ServerSocket(any, backlog, Host.address());
        port = socket.getLocalPort();
        return socket;
    }

    @Override
    public Socket createSocket(String host, int to) throws IOException {
        return new Socket(host, to);
    }
}
