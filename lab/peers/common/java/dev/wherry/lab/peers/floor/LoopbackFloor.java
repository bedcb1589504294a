package dev.wherry.lab.peers.floor;

import dev.wherry.lab.peers.common.Host;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A floor whose two ends meet over TCP, on loopback by default. Its address is a host and a port. */
public abstract class LoopbackFloor extends Floor {
    /** Thousands of callers may connect at once; the usual 50 would refuse some. */
    private static final int BACKLOG = 4096;

    @Override
    protected ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(Host.address(), 0), BACKLOG);
    }

    @Override
    protected String address(ServerSocketChannel listener) throws IOException {
        return Host.with(((InetSocketAddress) listener.getLocalAddress()).getPort());
    }

    @Override
    protected SocketChannel open(String address) throws IOException {
        return SocketChannel.open(Host.parse(address));
    }
}
