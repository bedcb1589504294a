package dev.wherry.lab.peers.floor;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** A blocking connection that carries one message at a time: four bytes of length, then the message. */
final class Wire {
    private static final int HEADER = 4;
    private static final int FIRST_CAPACITY = 16 * 1024;

    private final ByteChannel channel;
    private ByteBuffer in;
    private ByteBuffer out;

    Wire(ByteChannel channel) {
        this.channel = channel;
        in = allocate(FIRST_CAPACITY);
        out = allocate(FIRST_CAPACITY);
    }

    /** Direct for a socket, which would copy other buffers; an array if Java copies it in any case. */
    private ByteBuffer allocate(int capacity) {
        return channel instanceof SocketChannel ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
    }

    /** Sends the message. If it does not fit, the buffer is doubled and the message is written again. */
    void send(Consumer<ByteBuffer> message) throws IOException {
        while (true) {
            out.clear().position(HEADER);
            try {
                message.accept(out);
                break;
            } catch (BufferOverflowException tooSmall) {
                out = allocate(out.capacity() * 2);
            }
        }
        out.putInt(0, out.position() - HEADER).flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    /** Returns the next message, which is valid until the next call. */
    ByteBuffer receive() throws IOException {
        in.clear();
        fill(HEADER);
        int end = HEADER + in.getInt(0);
        if (end > in.capacity()) {
            in = allocate(end).put(in.flip());
        }
        fill(end);
        return in.flip().position(HEADER);
    }

    /** Only one message is under way at a time, so no byte beyond it can be read by mistake. */
    private void fill(int end) throws IOException {
        while (in.position() < end) {
            if (channel.read(in) < 0) {
                throw new EOFException("the other end has closed the connection");
            }
        }
    }
}
