package dev.wherry.lab.peers.floor;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** One blocking connection that carries one message at a time: four bytes of length, then the message. */
final class Wire {
    private static final int HEADER = 4;
    private static final int FIRST_CAPACITY = 16 * 1024;

    private final SocketChannel channel;
    private ByteBuffer in = ByteBuffer.allocateDirect(FIRST_CAPACITY);
    private ByteBuffer out = ByteBuffer.allocateDirect(FIRST_CAPACITY);

    Wire(SocketChannel channel) {
        this.channel = channel;
    }

    /** Sends what the message puts; should it not fit, once more with twice the room. */
    void send(Consumer<ByteBuffer> message) throws IOException {
        while (true) {
            out.clear().position(HEADER);
            try {
                message.accept(out);
                break;
            } catch (BufferOverflowException tooSmall) {
                out = ByteBuffer.allocateDirect(out.capacity() * 2);
            }
        }
        out.putInt(0, out.position() - HEADER).flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    /** The next message, valid until the next call. */
    ByteBuffer receive() throws IOException {
        in.clear();
        fill(HEADER);
        int end = HEADER + in.getInt(0);
        if (end > in.capacity()) {
            in = ByteBuffer.allocateDirect(end).put(in.flip());
        }
        fill(end);
        return in.flip().position(HEADER);
    }

    /** Only one message is ever under way, so nothing beyond it can be read by mistake. */
    private void fill(int end) throws IOException {
        while (in.position() < end) {
            if (channel.read(in) < 0) {
                throw new EOFException("the other end has closed the connection");
            }
        }
    }
}
