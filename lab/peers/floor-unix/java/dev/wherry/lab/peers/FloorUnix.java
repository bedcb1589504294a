package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.floor.Floor;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** The floor over a Unix-domain socket. */
public final class FloorUnix extends Floor {
    public static void main(String[] args) throws Exception {
        Program.run(args, new FloorUnix());
    }

    @Override
    protected ServerSocketChannel listen() throws IOException {
        // In the temporary folder, because a socket's path may have no more than about a hundred characters.
        Path folder = Files.createTempDirectory("floor");
        Path socket = folder.resolve("socket");
        folder.toFile().deleteOnExit();
        socket.toFile().deleteOnExit();
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
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
