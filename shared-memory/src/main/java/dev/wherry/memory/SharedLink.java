package dev.wherry.memory;

import dev.wherry.Identity;
import dev.wherry.internal.extension.RingProvider.RingLink;
import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Two rings, and the socket over which both ends connected. The socket gives the peer's identity, and its end shows that the peer
 * was killed, which the rings do not show. No other data is sent over the socket.
 *
 * <p>The handshake on the socket: the connecting end sends {@link #WORD} and its {@link MemoryOffer}, of fixed length and in little
 * endian order. The accepting end answers with the byte 0 (accepted), or with the byte 1, a length of two bytes and the reason
 * in UTF-8 (refused).
 */
public final class SharedLink implements RingLink {
    private static final Logger LOG = System.getLogger("dev.wherry.transport");
    /** "WSM" and a version. */
    private static final int WORD = 0x014D_5357;

    /** The capacity of each ring in bytes. The main link carries the calls of many callers, and a caller that finds no free space must wait. */
    private static final int CAPACITY = 1 << 17;

    private static final int GREETING = Integer.BYTES + MemoryOffer.BYTES;
    private static final byte TAKEN = 0;
    private static final byte REFUSED = 1;
    private static final int LONGEST_REASON = 1_000;

    private final Link socket;

    /** Null at the accepting end until the offer has arrived: accept does not wait for it. */
    private volatile @Nullable MemoryLink memory;

    /** Why there is no memory; guarded by this. */
    private @Nullable IOException refused;

    private volatile boolean multiplexed;
    private volatile boolean closed;

    /** Creates a link over memory that both ends have agreed on. The caller watches for the end of the socket. */
    public SharedLink(MemoryLink memory, Link socket) {
        this.memory = memory;
        this.socket = socket;
    }

    private SharedLink(Link socket) {
        this.socket = socket;
    }

    /**
     * Offers new memory over a socket and waits for the answer. Close the socket to give up.
     *
     * @throws IOException if this process cannot create memory, or the peer refuses it
     */
    public static SharedLink connect(Link socket) throws IOException {
        Offered made = MemoryLink.make(CAPACITY, Waiting.ADAPTIVE);
        boolean taken = false;
        try {
            Out greeting = new Out(GREETING);
            greeting.writeInt(WORD);
            made.offer().write(greeting);
            socket.write(greeting.array(), 0, greeting.size());
            checkTaken(socket);
            SharedLink link = new SharedLink(made.link(), socket);
            link.watch();
            taken = true;
            return link;
        } finally {
            if (!taken) {
                made.link().close();
            }
        }
    }

    private static void checkTaken(Link socket) throws IOException {
        int answer = read(socket, 1).readByte();
        if (answer == TAKEN) {
            return;
        }
        if (answer != REFUSED) {
            throw new IOException(
                    "the answer is not one to an offer of shared memory; does the peer listen at an address with shm:?");
        }
        int length = Math.min(
                LONGEST_REASON, Short.toUnsignedInt(read(socket, Short.BYTES).readShort()));
        throw new IOException("shared memory was refused: "
                + new String(read(socket, length).readBytes(length), StandardCharsets.UTF_8));
    }

    /** Creates the accepting end. A virtual thread reads the offer, opens the memory and answers; a use of the link before that waits. */
    public static SharedLink accept(Link socket) {
        SharedLink link = new SharedLink(socket);
        link.watch();
        return link;
    }

    private MemoryLink memory() throws IOException {
        MemoryLink now = memory;
        return now != null ? now : open();
    }

    private synchronized MemoryLink open() throws IOException {
        MemoryLink before = memory;
        if (before != null) {
            return before;
        }
        if (refused != null) {
            throw new IOException(refused.getMessage(), refused);
        }
        try {
            MemoryLink opened = offered();
            memory = opened;
            if (closed) {
                opened.close();
            }
            return opened;
        } catch (IOException e) {
            refused = e;
            throw e;
        }
    }

    private MemoryLink offered() throws IOException {
        In greeting = read(socket, GREETING);
        if (greeting.readInt() != WORD) {
            throw new IOException("The peer does not offer shared memory");
        }
        MemoryLink opened;
        try {
            opened = MemoryLink.open(MemoryOffer.read(greeting));
        } catch (IOException e) {
            refuse(String.valueOf(e.getMessage()));
            throw e;
        }
        try {
            socket.write(new byte[] {TAKEN}, 0, 1);
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    private void refuse(String why) throws IOException {
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, LONGEST_REASON);
        Out answer = new Out(1 + Short.BYTES + length);
        answer.writeByte(REFUSED);
        answer.writeShort(length);
        answer.write(text, 0, length);
        socket.write(answer.array(), 0, answer.size());
    }

    private static In read(Link socket, int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int have = 0; have < length; ) {
            int count = socket.read(bytes, have, length - have);
            if (count < 0) {
                throw new EOFException("the peer has closed");
            }
            have += count;
        }
        return new In(bytes);
    }

    /** Starts a virtual thread that waits for the end of the socket; it needs no platform thread. */
    private void watch() {
        Thread.ofVirtual().name("wherry-end").start(() -> {
            try {
                MemoryLink agreed = memory();
                awaitEnd();
                agreed.peerHasEnded();
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "No memory is shared with " + peer(), e);
                socket.close();
            }
        });
    }

    private void awaitEnd() {
        try {
            int count = socket.read(new byte[1], 0, 1);
            LOG.log(Level.TRACE, "The socket beside a ring has ended: {0}", count);
        } catch (IOException e) {
            LOG.log(Level.TRACE, "The socket beside a ring is gone", e);
        }
    }

    // ---- in use

    @Override
    public void multiplexed() throws IOException {
        memory().multiplexed();
        multiplexed = true;
    }

    @Override
    public void awaitSpace() throws IOException {
        memory().awaitSpace();
    }

    @Override
    public boolean outlastInterrupts(boolean whether) {
        MemoryLink agreed = memory;
        return agreed == null ? !whether : agreed.outlastInterrupts(whether);
    }

    @Override
    public void expect() throws IOException {
        if (multiplexed) {
            memory().expect();
        }
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return memory().read(to, offset, length);
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        return multiplexed ? memory().writeNow(from, offset, length) : memory().write(from, offset, length);
    }

    @Override
    public Identity peer() {
        return socket.peer();
    }

    @Override
    public void close() {
        closed = true;
        try {
            MemoryLink opened = memory;
            if (opened != null) {
                opened.close();
            }
        } finally {
            socket.close();
        }
    }

    @Override
    public String toString() {
        return "shared memory with " + peer();
    }
}
