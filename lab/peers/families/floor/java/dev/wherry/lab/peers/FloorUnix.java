package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.SocketFile;
import dev.wherry.lab.peers.floor.Floor;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The floor over a Unix-domain socket. */
public final class FloorUnix extends Floor {
    public static void main(String[] args) throws Exception {
        Program.run(args, new FloorUnix());
    }

    @Override
    protected ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(SocketFile.temporary()));
    }

    @Override
    protected String address(ServerSocketChannel listener) throws IOException {
        return listener.getLocalAddress().toString();
    }

    @Override
    protected SocketChannel open(String address) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(address));
    }

    @Override
    protected void tune(SocketChannel channel) {
        // There is no delay to turn off.
    }
}
