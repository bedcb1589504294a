package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.floor.LoopbackFloor;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** The floor over TCP, with TCP_NODELAY. */
public final class FloorTcp extends LoopbackFloor {
    public static void main(String[] args) throws Exception {
        Program.run(args, new FloorTcp());
    }

    @Override
    protected void tune(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }
}
