package dev.wherry.lab.peers;

import dev.wherry.memory.Offered;
import dev.wherry.memory.MemoryLink;
import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.floor.LoopbackFloor;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;

/**
 * The floor over shared memory: the rings of Wherry's lanes, of the same size and with the same adaptive wait, and
 * nothing else of Wherry. The two ends meet over a connection, which afterwards only shows the end of the other
 * process.
 */
public final class FloorShm extends LoopbackFloor {
    public static void main(String[] args) throws Exception {
        Program.run(args, new FloorShm());
    }

    @Override
    protected void tune(SocketChannel channel) {
        // No call uses it.
    }

    @Override
    protected ByteChannel carrier(SocketChannel channel, boolean accepted) throws IOException {
        return new Rings(accepted ? taken(channel) : offered(channel));
    }

    private static MemoryLink offered(SocketChannel channel) throws IOException {
        Offered made = MemoryLink.make();
        Out offer = new Out(MemoryOffer.BYTES);
        made.offer().write(offer);
        ByteBuffer told = ByteBuffer.wrap(offer.array(), 0, offer.size());
        while (told.hasRemaining()) {
            channel.write(told);
        }
        return made.link();
    }

    private static MemoryLink taken(SocketChannel channel) throws IOException {
        ByteBuffer told = ByteBuffer.allocate(MemoryOffer.BYTES);
        while (told.hasRemaining()) {
            if (channel.read(told) < 0) {
                throw new EOFException("the other end has closed the connection");
            }
        }
        return MemoryLink.open(MemoryOffer.read(new In(told.array())));
    }

    /** Copies between arrays and the rings. */
    private record Rings(MemoryLink link) implements ByteChannel {
        @Override
        public int read(ByteBuffer to) throws IOException {
            int count = link.read(to.array(), to.position(), to.remaining());
            if (count > 0) {
                to.position(to.position() + count);
            }
            return count;
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            int count = link.write(from.array(), from.position(), from.remaining());
            from.position(from.position() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            link.close();
        }
    }
}
