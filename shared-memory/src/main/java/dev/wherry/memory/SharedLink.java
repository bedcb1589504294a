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
import java.nio.channels.SelectableChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Two rings, and the socket over which both ends have met: whose peer it is the socket tells, and its end is the peer's,
 * which the rings cannot tell of if the peer is killed. Nothing else goes by the socket.
 *
 * <p>The greeting is this class's own: the connecting end sends the word {@link #WORD} and its {@link MemoryOffer}, fixed in
 * length, little endian; the other answers with a byte 0, or with 1 and, behind a length of two bytes, why not, in UTF-8.
 */
public final class SharedLink implements RingLink {
    private static final Logger LOG = System.getLogger("dev.wherry.transport");
    /** "WSM" and a version. */
    private static final int WORD = 0x014D_5357;

    /** Of each ring: main carries the calls of thousands at one time, and whoever finds no room has to wait for a thread. */
    private static final int CAPACITY = 1 << 17;

    private static final int GREETING = Integer.BYTES + MemoryOffer.BYTES;
    private static final byte TAKEN = 0;
    private static final byte REFUSED = 1;
    private static final int LONGEST_REASON = 1_000;

    private final Link socket;
    /** Null at the accepting end until the offer has come: accepting waits for nobody. */
    private volatile @Nullable MemoryLink memory;
    /** Why there is none; guarded by this. */
    private @Nullable IOException refused;

    private volatile boolean multiplexed;
    private volatile boolean closed;

    /** Over memory that is agreed upon; that the socket's end is noticed is the caller's business. */
    public SharedLink(MemoryLink memory, Link socket) {
        this.memory = memory;
        this.socket = socket;
    }

    private SharedLink(Link socket) {
        this.socket = socket;
    }

    /**
     * Offers new memory over a socket, and waits for the answer; close the socket to give up.
     *
     * @throws IOException if there is none to be had, here or there
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
            link.attend();
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
            throw new IOException("the answer is no offer's: does it listen at shm: there?");
        }
        int length = Math.min(
                LONGEST_REASON, Short.toUnsignedInt(read(socket, Short.BYTES).readShort()));
        throw new IOException("shared memory was refused: "
                + new String(read(socket, length).readBytes(length), StandardCharsets.UTF_8));
    }

    /** The other end. It reads the offer, opens the memory and answers by itself; who uses it before waits for that. */
    public static SharedLink accept(Link socket) {
        SharedLink link = new SharedLink(socket);
        link.attend();
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
            throw new IOException("The peer offers no shared memory");
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

    /** A virtual thread that waits for a socket costs no other. */
    private void attend() {
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
    public void awaitRoom() throws IOException {
        memory().awaitRoom();
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
    public @Nullable SelectableChannel multiplex() {
        return null;
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
