package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.floor.Floor;
import dev.wherry.transport.memory.MemoryLink;
import dev.wherry.transport.memory.Nonce;
import dev.wherry.transport.memory.Offer;
import dev.wherry.transport.memory.Offered;
import dev.wherry.transport.memory.Waiting;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The floor over shared memory: Wherry's own rings, of the size that its lanes have and with their adaptive wait, and
 * nothing else of it. The two ends meet over a connection, which then only tells of the other's end.
 */
public final class FloorShm extends Floor {
    private static final int RING = 1 << 16;
    private static final int OFFER = 5 * Long.BYTES + Long.BYTES + Integer.BYTES;

    public static void main(String[] args) throws Exception {
        Program.run(args, new FloorShm());
    }

    @Override
    protected ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
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
    protected void tune(SocketChannel channel) {
        // No call goes there.
    }

    @Override
    protected ByteChannel carrier(SocketChannel channel, boolean accepted) throws IOException {
        return new Rings(accepted ? taken(channel) : offered(channel));
    }

    private static MemoryLink offered(SocketChannel channel) throws IOException {
        Offered made = MemoryLink.make(RING, Waiting.ADAPTIVE);
        Offer offer = made.offer();
        ByteBuffer told = ByteBuffer.allocate(OFFER)
                .putLong(offer.process())
                .putInt(offer.descriptor())
                .putLong(offer.size())
                .putLong(offer.mark().high())
                .putLong(offer.mark().low())
                .putLong(offer.answer().high())
                .putLong(offer.answer().low())
                .flip();
        while (told.hasRemaining()) {
            channel.write(told);
        }
        return made.link();
    }

    private static MemoryLink taken(SocketChannel channel) throws IOException {
        ByteBuffer told = ByteBuffer.allocate(OFFER);
        while (told.hasRemaining()) {
            if (channel.read(told) < 0) {
                throw new EOFException("the other end has closed the connection");
            }
        }
        told.flip();
        Offer offer = new Offer(told.getLong(), told.getInt(), told.getLong(), nonce(told), nonce(told));
        return MemoryLink.open(offer, Waiting.ADAPTIVE);
    }

    private static Nonce nonce(ByteBuffer from) {
        return new Nonce(from.getLong(), from.getLong());
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
