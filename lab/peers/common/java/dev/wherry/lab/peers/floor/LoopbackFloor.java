package dev.wherry.lab.peers.floor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A floor whose two ends meet over TCP on loopback; its address is a port. */
public abstract class LoopbackFloor extends Floor {
    /** Thousands of callers may connect at once; the usual 50 would turn some away. */
    private static final int BACKLOG = 4096;

    @Override
    protected ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    }

    @Override
    protected String address(ServerSocketChannel listener) throws IOException {
        return String.valueOf(((InetSocketAddress) listener.getLocalAddress()).getPort());
    }

    @Override
    protected SocketChannel open(String address) throws IOException {
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address)));
    }
}
