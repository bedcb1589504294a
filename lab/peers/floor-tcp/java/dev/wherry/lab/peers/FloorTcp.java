package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.floor.Floor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The floor over TCP on loopback, with TCP_NODELAY. */
public final class FloorTcp extends Floor {
    /** Thousands of callers may connect at once; the usual 50 would turn some away. */
    private static final int BACKLOG = 4096;

    public static void main(String[] args) throws Exception {
        Program.run(args, new FloorTcp());
    }

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

    @Override
    protected void tune(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }
}
