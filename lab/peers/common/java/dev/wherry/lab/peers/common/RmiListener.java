package dev.wherry.lab.peers.common;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.rmi.server.RMISocketFactory;

/** Where RMI listens. By default RMI listens on every interface, and a registry does not report its port. */
public final class RmiListener extends RMISocketFactory {
    private final int backlog;
    private volatile int port;

    private RmiListener(int backlog) {
        this.backlog = backlog;
    }

    /**
     * Makes stubs contain the address at which RMI listens. Without it they contain the address of the machine's name.
     */
    public static void nameInStubs() throws UnknownHostException {
        System.setProperty("java.rmi.server.hostname", Host.address().getHostAddress());
    }

    /**
     * RMI opens a connection for each call that waits, and thousands may call at once. The usual 50 would refuse some.
     */
    public static RmiListener forThousands() {
        return new RmiListener(4096);
    }

    /** Listens with the usual backlog of the system. */
    public static RmiListener usual() {
        return new RmiListener(0);
    }

    /** Is used for all that is exported without a socket factory. */
    public RmiListener forAll() throws IOException {
        RMISocketFactory.setSocketFactory(this);
        return this;
    }

    /** The latest port at which it listens. */
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
