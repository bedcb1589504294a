package dev.wherry.tls;

import dev.wherry.spi.Link;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of a {@link TlsLink}. Encrypts as many records as one write takes, and writes them together. Of a link that does not
 * block, records that the socket did not accept as a whole are kept. The bytes in them are reported as written only when the last of the
 * records has left. The caller offers them again until then.
 */
@SuppressWarnings("ByteBufferBackingArray") // buffers are of Buffers, and have an array each
final class TlsWriter {
    private static final byte[] NOTHING = {};
    private static final ByteBuffer EMPTY = ByteBuffer.wrap(NOTHING);
    /** How many bytes at the most are encrypted before a link that does not block has taken them. */
    private static final int AHEAD = 1 << 16;

    private final Link raw;
    private final SSLEngine engine;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean multiplexed;
    private @Nullable ByteBuffer last;

    /** Encrypted bytes that the link below has not accepted yet. */
    private byte[] pending = NOTHING;

    private int sent;
    /** The bytes in the pending records. They are the first ones that are offered next. */
    private int ahead;

    TlsWriter(Link raw, SSLEngine engine) {
        this.raw = raw;
        this.engine = engine;
    }

    void multiplexed() {
        lock.lock();
        try {
            multiplexed = true;
        } finally {
            lock.unlock();
        }
    }

    int write(byte[] from, int offset, int length) throws IOException {
        lock.lock();
        try {
            if (sent < pending.length && !isFlushed()) {
                return 0;
            }
            if (ahead > length) {
                throw new IllegalStateException(
                        "Of " + ahead + " bytes that were to be offered again, there are only " + length);
            }
            int taken = ahead;
            ahead = 0;
            return taken == length ? taken : taken + encrypt(view(from, offset + taken, length - taken));
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether all pending bytes have left. */
    private boolean isFlushed() throws IOException {
        sent += raw.write(pending, sent, pending.length - sent);
        if (sent < pending.length) {
            return false;
        }
        pending = NOTHING;
        sent = 0;
        return true;
    }

    private int encrypt(ByteBuffer in) throws IOException {
        int start = in.position();
        ByteBuffer out = Buffers.take();
        try {
            while (in.hasRemaining()) {
                int before = in.position();
                wrap(in, out);
                int written = raw.write(out.array(), 0, out.position());
                if (written < out.position()) {
                    pending = Arrays.copyOfRange(out.array(), written, out.position());
                    ahead = in.position() - before;
                    return before - start;
                }
                out.clear();
            }
            return in.position() - start;
        } finally {
            Buffers.give(out);
        }
    }

    /** Encrypts into one buffer, as much as fits. */
    private void wrap(ByteBuffer in, ByteBuffer out) throws IOException {
        int most = in.position() + (multiplexed ? AHEAD : Buffers.SIZE);
        int packet = engine.getSession().getPacketBufferSize();
        do {
            SSLEngineResult result = engine.wrap(in, out);
            if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                throw new ClosedChannelException();
            }
            TlsLink.requireNoRenegotiation(engine, result.getHandshakeStatus());
            if (result.bytesProduced() == 0) {
                throw new SSLException("TLS produced no record: " + result);
            }
        } while (in.hasRemaining() && in.position() < most && out.remaining() >= packet);
    }

    /** Encrypts one message of the handshake, which {@link #flush} writes. */
    HandshakeStatus handshake(ByteBuffer out) throws IOException {
        if (out.remaining() < engine.getSession().getPacketBufferSize()) {
            flush(out);
        }
        SSLEngineResult result = engine.wrap(EMPTY.duplicate(), out);
        if (result.getStatus() == SSLEngineResult.Status.CLOSED && result.bytesProduced() == 0) {
            throw new ClosedChannelException();
        }
        return result.getHandshakeStatus();
    }

    /** Writes to a link that blocks. */
    void flush(ByteBuffer out) throws IOException {
        raw.write(out.array(), 0, out.position());
        out.clear();
    }

    /**
     * Returns the record that ends this direction.
     *
     * @return null if there is none, or if another thread writes or has written a record in part
     */
    byte @Nullable [] end() {
        if (!lock.tryLock()) {
            return null;
        }
        ByteBuffer out = Buffers.take();
        try {
            engine.closeOutbound();
            if (sent < pending.length) {
                return null;
            }
            engine.wrap(EMPTY.duplicate(), out);
            return Arrays.copyOf(out.array(), out.position());
        } catch (SSLException e) {
            return null; // it failed before, and is closed without that record
        } finally {
            Buffers.give(out);
            lock.unlock();
        }
    }

    /** Returns the view of the last time if it is of the same array: a lane's buffers stay the same call after call. */
    @SuppressWarnings({"ByteBufferBackingArray", "ReferenceEquality"}) // wrapped here, and the same array is meant
    private ByteBuffer view(byte[] array, int offset, int length) {
        ByteBuffer view = last;
        if (view == null || view.array() != array) {
            view = ByteBuffer.wrap(array);
            last = view;
        }
        return view.limit(offset + length).position(offset);
    }
}
